import { inScope, type Trigger, triggerTable } from './context.ts'
import { listOf, type PhraseTable } from './phrase-table.ts'
import type { ReadSection } from './words.ts'

/** Words of a finding that begin a new subject after a comma: "no murmur, trace edema". */
const stopsAfresh =
  'mild moderate severe trace some scattered diffuse occasional marked slight minimal small large bilateral left right a the with has had 1 2 3 4'
    .split(' ')
    .map((word) => `, ${word}`)

/** Negation, with terms after NegEx (Chapman, Bridewell, Hanbury, Cooper and Buchanan, 2001). */
const negation = triggerTable({
  before: listOf(`
    no, not, nor, neither, never, denies, deny, denying, denies having, denies any, denies that he has,
    denies that she has, denies that he is, denies that she is, without, w/o, negative for, negative for any, is negative for, are negative for, was negative for, were negative for, has been negative for, remains negative for,
    no evidence of, no evidence for, no sign of, no signs of, no signs or symptoms of, no symptoms of, no history of,
    no complaints of, no complaint of, no report of, no reports of, no findings of, no suggestion of,
    no indication of, absence of, free of, ruled out for, not have, not had, never had, never has had, not having,
    not complain of, not report, not show, not reveal, not demonstrate, not appear, does not have, did not have,
    has not had, have not had, had not had, has never had, have never had, has no, have no, had no, with no,
    there is no, there are no, there was no, there were no, is not, are not, was not, were not, no longer,
    no longer has, no longer have, no longer having, is no longer, isn't, aren't, wasn't, weren't, doesn't have,
    didn't have, hasn't had, haven't had, don't have, doesn't, didn't, hasn't, haven't, don't, fails to reveal,
    failed to reveal, none of, lacks, lacked, cleared of, no further, no new, no other, no acute, no obvious,
    no significant, no known, no prior, denies history of, denies a history of, denies any history of, rather than,
    not any
  `),
  after: listOf(`
    is ruled out, was ruled out, were ruled out, are ruled out, has been ruled out, have been ruled out,
    has been excluded, have been excluded, was excluded, were excluded, is excluded, not suspected, is not suspected,
    was not suspected, are denied, is denied, was denied, were denied, is absent, are absent, was absent,
    were absent, is not present, are not present, was not present, not present, is not seen, are not seen,
    was not seen, were not seen, not seen, is not noted, are not noted, was not noted, not noted, not appreciated,
    is not appreciated, are not appreciated, not identified, is not identified, was not identified,
    were not identified, not detected, was not detected, is not detected, was not found, were not found, not found,
    no longer present, is no longer present, not demonstrated, is not evident, not evident, was not evident,
    has not recurred, have not recurred, did not recur, has not returned, were negative, all negative, all denied
  `),
  around: listOf('ruled out, excluded, excludes, rules out, denied, : no, : denies, : denied'),
  afterNear: listOf('negative, is negative, was negative, are negative, : none, : negative, : absent, none, absent'),
  pseudo: listOf(`
    no change, no changes, no change in, not only, no increase, no increase in, no improvement, no improvement in,
    not improved, not improve, no relief, no relief of, no relief from, without relief, without improvement,
    no response, no better, not better, not well controlled, not controlled, not at goal, not sure, not certain,
    no doubt, without a doubt, not resolved, not tolerate, no significant change, no interval change,
    not necessarily, gram negative, no worse, not worse, no worsening of, no worsening in, not relieved, not respond,
    not responded, not responding, no cause, not due to, not related to, without difficulty, not yet resolved,
    not helped, not help, not been helped, has not improved, have not improved, did not improve, did not help,
    does not help, cannot be excluded, cannot be ruled out, not excluded, cannot rule out, cannot exclude,
    can't rule out, to be ruled out, be ruled out, to be excluded, not ruled out, not been ruled out,
    not yet ruled out, not completely resolved, not fully resolved, no significant improvement, not get better,
    not gotten better, not changed, not working, without change, not affected by, no matter, is not controlled,
    is not well controlled, are not controlled, was not controlled, is not improving, not improving,
    not improve with, not bothered by, not limited by, not responding to, not getting better, not take, not taking,
    not eat, not eating, not sleep, not sleeping, not seen a doctor, not candidate, is not better, was not relieved,
    is not relieved, not fully, not completely, not entirely, is not due to, not explained by, no treatment for,
    no medications for, no medication for, not on treatment for, not taken, not tried
  `),
  stop: [
    ...listOf(`
    but, however, although, though, except, except for, apart from, aside from, other than, besides, because,
    because of, due to, secondary to, presents with, presented with, complains of, complaining of, reports, reported,
    admits, admits to, endorses, notes, noted, states, positive for, is positive for, still, yet, has, have, had, is,
    are, was, were, there is, there are, there was, shows, showed, for, despite, since, and has, and is, which, who,
    he has, she has, patient has, given, consistent with, after, from, with known, status post, s/p, treated with,
    taking, takes, only, reveals, revealed, demonstrates, demonstrated, found, and the, and a, and an,
    until, prior to, before, continues, developed, develops, suggesting, suspect, suspected, possible, possibly,
    probable, probably, likely, differential, concerning, concern for, started, does have, does report, did have,
    to rule out
  `),
    ...stopsAfresh,
  ],
})

const uncertainty = triggerTable({
  beforeNear: listOf(
    `
    possible, possibly, probable, probably, likely, most likely, unlikely, suspected, suspect, questionable,
    presumed, presumptive, presumably, doubt, doubtful, may have, might have, could have, query, potentially,
    apparent, low suspicion for, suggestive of, suspicious for, suspicion of, suspicion for, may be, might be,
    could be, may represent, could represent, might represent, may reflect, could reflect, likely represents
  `,
  ),
  before: listOf(
    `
    concern for, concerns for, concerning for, concerned for, concerned about, worrisome for, question of, rule out,
    r/o, to rule out, ruling out, to exclude, exclude, evaluate for, evaluation for, evaluate further for,
    assess for, workup for, work up for, differential includes, differential diagnosis includes,
    differential diagnosis, differential, cannot exclude, cannot rule out, can't rule out, could not exclude,
    differential diagnoses include
  `,
  ),
  around: listOf('versus, vs, vs.'),
  after: listOf(
    `
    cannot be excluded, cannot be ruled out, can't be ruled out, is not excluded, not excluded,
    could not be excluded, is in the differential, remain in the differential, are in the differential,
    to be ruled out, needs to be ruled out, to be excluded, has not been ruled out, have not been ruled out,
    not been ruled out, not ruled out
  `,
  ),
  afterNear: listOf(
    `
    is possible, is likely, is probable, is unlikely, is suspected, was suspected, were suspected, is less likely,
    less likely, unlikely, are unlikely, are possible, is doubtful, is doubted, is a possibility, is a consideration,
    is considered, was considered, suspected, seems unlikely, seems likely, remains possible, would be unlikely
  `,
  ),
  pseudo: listOf(
    'not likely to need, likely to need, will likely need, likely need, no doubt, without a doubt, ruled out',
  ),
  stop: listOf(
    `
    but, however, which, because, shows, showed, will, continue, start, given, has been, patient has, she has,
    he has, no evidence of, negative for, ruled out, was ruled out, in, on, order, obtain, admit, therefore, so
  `,
  ),
})

/** Words for things that may happen, are to be prevented, or are screened for in everybody. */
const hypothetical = triggerTable({
  before: listOf(`
    if, in case of, in the event of, should he, should she, should they, should there, should symptoms, should the,
    risk of, risk for, risks of, risks for, risk factors for, risk factor for, at risk for, at risk of,
    risks including, risks include, risks and benefits, complications including, complications such as,
    complications include, to prevent, prevent, preventing, prevention of, prophylaxis for, prophylaxis against,
    prophylaxis, screening for, screen for, screened for, as needed for, watch for, watching for, monitor for,
    monitored for, monitoring for, look for, signs and symptoms of, signs or symptoms of, warning signs of,
    return for, return with, call for, call with, call the office for, call the office with,
    go to the emergency room for, return to the emergency department for, return precautions, sooner if, sooner for,
    sooner with, unless, counseled on, counseled about, educated about, educated on, to avoid, avoid, may cause,
    can cause, could cause, might cause, side effects including, side effects such as, side effects include,
    side effects of, vaccine for, vaccination against, tested for, testing for, instructed to, instructed regarding,
    precautions, in order to avoid, report any, to report, notify us of, likelihood of, chance of, chances of,
    protect against, reduce the risk, information about, information on, handout on, concerned about developing,
    worried about getting, worried about developing, fear of, afraid of, lead to, result in, seek care for,
    present to the emergency department for
  `),
  beforeNear: listOf('p.r.n., prn, p.r.n. for, prn for'),
  stop: listOf('he has, she has, patient has, but, continue, we will, start, because of'),
  pseudo: listOf('as if, ask if, asked if, see if, determine if, even if'),
})

const relatives = listOf(
  `
    mother, father, mom, dad, parent, parents, brother, sister, brothers, sisters, sibling, siblings, son, daughter,
    sons, daughters, aunt, uncle, grandmother, grandfather, grandparent, grandparents, cousin, cousins, niece,
    nephew, husband, wife, spouse, partner, boyfriend, girlfriend, roommate, coworker, coworkers, classmate,
    classmates, twin, half brother, half sister, grandson, granddaughter, relatives, relative, family members,
    family member, child, children, friend, neighbor, contacts
  `,
)
const has = listOf(
  `
    had, has, have, with, died, dies, was diagnosed, were diagnosed, is diagnosed, suffers, suffered, passed, :,
    also had, also has, both had, both have, who had, who has, who died, deceased, recently had, has a history,
    had a history, is sick, was sick, are sick, were sick, is being treated, was treated, is on, takes, take, uses,
    developed, went blind, had recent, just had, is, are, was, were
  `,
)
const tells = listOf(
  `
    is concerned, was concerned, is worried, was worried, is here, is present, was present, are concerned,
    are worried, was told, was able, is able, is at bedside, were present, was at the bedside, is giving, was giving,
    is not, is unsure, has noticed, had noticed, has been giving, has given, has tried, has not, has been,
    had been giving, had given, has concerns, has no concerns, had to, has to, has brought, had brought, has seen,
    had seen, has reported
  `,
)
const eachWith = (verbs: readonly string[]) =>
  relatives.flatMap((relative) => verbs.map((verb) => `${relative} ${verb}`))

const others = triggerTable({
  before: [
    ...eachWith(has),
    ...relatives.flatMap((relative) => relatives.slice(0, 20).map((other) => `${relative} and ${other}`)),
    ...listOf(
      `
    family history, family history of, family history is, family history includes, family history significant for,
    family history positive for, no family history of, strong family history of, runs in the family,
    run in the family, exposed to, exposure to, sick contact with, sick contacts with, contact with,
    maternal grandmother, maternal grandfather, paternal grandmother, paternal grandfather, maternal aunt,
    maternal uncle, paternal aunt, paternal uncle, maternal history of, in the family, on her mother's side,
    on his father's side
  `,
    ),
  ],
  pseudo: eachWith(tells),
  stop: listOf('she, he, patient, but, the patient, her own, his own, they, child has, we, you'),
})

const flags = (table: PhraseTable<Trigger>) => (read: ReadSection) => inScope(read, table)

/** Marks the tokens that are denied, uncertain, only possible in future, or about other people. */
export const deniedIn = flags(negation)
export const uncertainIn = flags(uncertainty)
export const hypotheticalIn = flags(hypothetical)
export const othersIn = flags(others)
