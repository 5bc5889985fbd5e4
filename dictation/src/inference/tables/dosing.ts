import { phraseSet } from '../phrase-table.ts'

/** The units of a single dose. */
export const doseUnits = phraseSet(`
  mg, mgs, milligram, milligrams, mcg, ug, µg, microgram, micrograms, g, gm, gram, grams, kg, ml, mls, milliliter,
  milliliters, cc, l, liter, liters, meq, milliequivalent, milliequivalents, mmol, unit, units, iu,
  international units, million units, puff, puffs, pump, pumps, squirt, squirts, tablet, tablets, tab, tabs, capsule, capsules, cap, caps, pill,
  pills, drop, drops, spray, sprays, patch, patches, suppository, suppositories, teaspoon, teaspoons, tablespoon,
  tablespoons, inhalation, inhalations, lozenge, lozenges, ampule, ampules, vial, vials, ounce, ounces, packet,
  packets, scoop, scoops, capful, capfuls, nebulizer, nebulizers, nebs, application, applications, %, percent,
  liters per minute
`)
/** The divisors of a dose: "mg per kg", "mcg/hr". */
export const perUnits = phraseSet(
  'kg, kilogram, hr, hour, h, min, minute, day, dose, ml, m2, week, actuation, spray, puff, 5 ml',
)
/** A form that can be counted but is no strength: "10 mg tablet". */
export const forms = phraseSet(`
  tablet, tablets, tab, tabs, capsule, capsules, cap, caps, pill, pills, patch, patches, cream, ointment, gel,
  lotion, solution, suspension, syrup, elixir, inhaler, nebulizer, nebulizers, nebulizer treatment,
  nebulizer treatments, drops, eye drops, ear drops, ophthalmic drops, ophthalmic solution, nasal spray, spray,
  injection, injections, infusion, drip, shot, powder, foam, shampoo, suppository, bolus, therapy, treatment, dose,
  doses, course, pen, rinse, rinses, mouthwash, swab, wash, extended release, delayed release, sustained release,
  immediate release, enteric coated, chewable, chewables, orally disintegrating, lozenge, metered dose inhaler
`)
/** Words after a name that belong to it. */
export const nameEnds = phraseSet(`
  double strength, es, bromide, xinafoate, dipropionate, benzoate, palmitate, decanoate, oxalate, etexilate, nitrate,
  carbonate, trihydrate, dihydrate, chloride, hydrobromide, hydroxide, axetil, proxetil, benzathine,
  succinate, tartrate, sodium, hydrochloride, hcl, besylate, mesylate, acetate, maleate, hyclate, monohydrate,
  mononitrate, dinitrate, furoate, propionate, sulfate, xl, xr, er, sr, cr, cd, la, ds, ec, dr, ir, odt, hct,
  extended release, sustained release, phosphate, citrate, pm, hfa, dm, plus, respimat, handihaler, diskus, ellipta,
  solostar, kwikpen, flexpen, flextouch, flexhaler, extra strength, 12 hour, 24 hour, er sprinkle, aluminum,
  peroxide, ethyl, medoxomil, cilexetil, disoproxil, mofetil, gluconate, glycinate, fumarate, bitartrate, pamoate,
  calcium, potassium, valerate
`)

export const routes = phraseSet(`
  by mouth, orally, oral, po, p.o., per os, iv, i.v., intravenous, intravenously, iv push, iv piggyback, im, i.m.,
  intramuscular, intramuscularly, subcutaneous, subcutaneously, subcu, subq, sub q, sc, sq, subcut, sublingual,
  sublingually, sl, s.l., under the tongue, topical, topically, inhaled, by inhalation, via inhalation, inhalation,
  via nebulizer, by nebulizer, via inhaler, nebulized, rectally, rectal, per rectum, pr, p.r., vaginally, vaginal,
  intravaginally, intranasal, intranasally, nasally, nasal, in each nostril, each nostril, in both nostrils,
  per nostril, transdermal, transdermally, ophthalmic, ophthalmically, in the right eye, in the left eye,
  in both eyes, in each eye, right eye, left eye, both eyes, each eye, to both eyes, to each eye, to the right eye,
  to the left eye, in the right ear, in the left ear, in both ears, otic, via g tube, per g tube, via ng tube,
  via peg tube, per tube, via feeding tube, intrathecal, intrathecally, intra articular, intra articularly,
  intraarticular, epidural, buccal, to the affected area, to affected area, to the affected areas, to affected areas,
  to the skin, intradermal, intradermally, intravitreal, swish and spit, swish and swallow
`)

/** Frequencies as whole phrases; `#` is a number in digits or words. */
export const frequencies = `
  daily, once daily, once a day, once per day, one time a day, one time daily, once nightly, nightly, weekly,
  once weekly, once a week, once per week, monthly, once a month, once monthly, once, one time, hourly, twice,
  twice daily, twice a day, twice per day, twice weekly, twice a week, twice per week, twice a month,
  two times daily, # times daily, # times a day, # times per day, # times weekly, # times a week, # times per week,
  # times each day, # time a day, # time daily, # times, every day, every other day, every night, every morning,
  every evening, every afternoon, every week, every other week, every month, every bedtime, every hour, every hours,
  every shift, every monday, every sunday, every tuesday, every wednesday, every thursday, every friday,
  every saturday, every meal, each day, each morning, each evening, each night, every # hours, every # hour,
  every # minutes, every # days, every # weeks, every # months, every # years, every # to # hours,
  every # to # minutes, every # to # days, every # # hours, every # # minutes, every # or # hours, every year,
  yearly, annually, q day, q daily, q hs, q am, q pm, q week, q # h, q # hours, q # # h, q # # hours, q # hr, qday,
  qdaily, qd, qam, qpm, qhs, qac, qod, bid, tid, qid, prn, q.d., q.o.d., q.h.s., q.a.m., q.p.m., q.a.c., b.i.d.,
  t.i.d., q.i.d., p.r.n., a.c., hs, h.s., ac, q.day, q. day, qweek, qmonth, at bedtime, at night, at bed time,
  before bed, before bedtime, at nighttime, bedtime, in the morning, in the evening, in the afternoon,
  in the mornings, in the evenings, at noon, with breakfast, with lunch, with dinner, with supper, with meals,
  with each meal, with food, before meals, before breakfast, before dinner, before lunch, before each meal,
  after meals, after breakfast, with the evening meal, with evening meal, as needed, if needed, when needed,
  as directed, per sliding scale, on sliding scale, around the clock, on mondays, on fridays, three times weekly,
  on sundays, # days a week, # days per week, # nights a week, # days a month, at onset, at onset of headache,
  at onset of migraine, at the onset of headache, at headache onset, during menses, with cramps, before exercise,
  before activity, with exercise, before bed as needed, as tolerated, in the early morning, each meal,
  after dialysis, every treatment, on weekends, on weekdays, before sleep, while awake, during the day, after each loose stool, with each loose stool, before intercourse, before naps, at naptime, before school,
  after school, before work, before swimming, with snacks, with each meal and at bedtime, before lunch and dinner,
  with breakfast and dinner, with a meal, with a snack, when symptomatic, as directed on package, at dinner,
  at breakfast, at lunch, at supper, mid morning, in the early afternoon, with each feeding, with food or milk,
  with water, before procedures, before dental work, prior to dental procedures, at the first sign of headache,
  continuously, on dialysis days, on empty stomach, on an empty stomach, as instructed, after each meal, in am,
  in pm, in the a.m., in the p.m., three times daily, per day, a day, per week, a week
`
