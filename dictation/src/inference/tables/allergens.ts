import { phraseSet } from '../phrase-table.ts'

/** Substances other than drugs that people are allergic to. */
export const allergens = phraseSet(`
  sulfa, sulfa drugs, sulfas, sulfa antibiotics, sulfonamides, sulfonamide, penicillins, latex, iodine,
  iodinated contrast, contrast, contrast dye, iv contrast, iv dye, iv contrast dye, dye, shellfish, shrimp, crab,
  lobster, peanuts, peanut, tree nuts, nuts, walnuts, cashews, almonds, eggs, egg, milk, dairy, soy, wheat, gluten,
  fish, sesame, strawberries, strawberry, kiwi, bananas, banana, avocado, bee stings, bee sting, bees, bee venom,
  wasps, wasp stings, insect stings, fire ants, pollen, ragweed, grass, grass pollen, tree pollen, trees, dust,
  dust mites, mold, molds, cats, cat dander, dogs, dog dander, pet dander, animal dander, pets, cockroach, adhesive,
  adhesive tape, adhesives, tape, surgical tape, paper tape, nickel, metal, perfume, fragrance, fragrances, betadine,
  povidone iodine, chlorhexidine, mycins, opioids, opiates, narcotics, nsaids, aspirin, statins, ace inhibitors,
  thimerosal, gelatin, formaldehyde, hair dye, lanolin, poison ivy, msg, red dye, chocolate, citrus, tomatoes,
  environmental allergens, local anesthetics, novocaine, general anesthesia, anesthesia, vaccines, flu vaccine,
  codeine
`)
/** Words for the absence of an allergy. */
export const noneKnownPhrases = phraseSet(`
  nkda, nka, nkma, no known drug allergies, no known allergies, no known drug allergy, no known medication allergies,
  no known food or drug allergies, no known drug or food allergies, no known food allergies, no drug allergies,
  no allergies, no medication allergies, no known medicine allergies, none, none known,
  no known allergies to medications, no known allergies to medication, no allergies to medications,
  no allergies to medication, no allergies to medicines, no allergies to drugs, no known environmental allergies,
  no known environmental or drug allergies, no known drug or latex allergies, no allergies known,
  denies drug allergies, denies any drug allergies, denies allergies, denies any allergies,
  denies any known drug allergies, denies known drug allergies, denies any known allergies,
  denies medication allergies, denies any medication allergies, has no known drug allergies, has no known allergies,
  denies known allergies, not allergic to any medications, not allergic to any medication, no food or drug allergies,
  no drug or food allergies, denies any allergies to medications, denies allergies to medications,
  no medicine allergies, not allergic to anything, no reported allergies, no known drug allergies or intolerances,
  negative
`)
/** The reactions of an allergy. */
export const reactions = phraseSet(`
  hives, hive, rash, rashes, skin rash, itching, itchy rash, itchy skin, pruritus, urticaria, anaphylaxis,
  anaphylactic shock, anaphylactic reaction, swelling, facial swelling, face swelling, lip swelling, tongue swelling,
  throat swelling, throat closing, throat tightness, lip and tongue swelling, swelling of the lips,
  swelling of her lips, swelling of his lips, swelling of the face, swelling of the tongue, angioedema, nausea,
  vomiting, nausea and vomiting, diarrhea, gi upset, stomach upset, upset stomach, gastrointestinal upset,
  gi intolerance, abdominal pain, stomach pain, abdominal cramping, cough, dry cough, wheezing, shortness of breath,
  difficulty breathing, trouble breathing, bronchospasm, dizziness, lightheadedness, headache, headaches, confusion,
  hallucinations, agitation, sedation, drowsiness, muscle aches, muscle pain, myalgias, myalgia, muscle cramps,
  leg cramps, weakness, flushing, redness, blisters, blistering, contact dermatitis, dermatitis, skin irritation,
  local irritation, Stevens Johnson syndrome, red man syndrome, syncope, palpitations, tachycardia, hypotension,
  low blood pressure, kidney injury, renal failure, hepatitis, elevated liver enzymes, bleeding, gi bleed,
  gi bleeding, stomach bleeding, ulcer, ulcers, tendon pain, tendon rupture, insomnia, vivid dreams, nightmares,
  seizure, seizures, sneezing, watery eyes, itchy eyes, runny nose, congestion, nasal congestion, skin peeling,
  peeling, yeast infection, dystonia, dystonic reaction, restlessness, fever, chills, unknown reaction, unknown,
  reaction unknown, childhood reaction, tingling, mouth itching, oral itching, itchy mouth, heartburn, constipation,
  edema, leg swelling, ankle swelling, hyperkalemia, hyponatremia, welts, skin redness, neutropenia,
  thrombocytopenia, jitteriness, metallic taste, local reaction, burning, blister, vomits, throws up
`)
