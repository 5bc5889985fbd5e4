import { describe, expect, test } from 'vitest'
import { inferNote } from './infer-note.ts'

const problemsOf = (text: string, heading = 'History') =>
  inferNote([{ heading, text }]).flatMap((item) => (item.kind === 'problem' ? [item] : []))
const namesOf = (text: string, heading?: string) => problemsOf(text, heading).map(({ name }) => name)

test.each([
  ['He denies fever, chills or cough.', ['fever', 'chills', 'cough']],
  [
    'Type 2 diabetes mellitus with chronic kidney disease stage 3b.',
    ['type 2 diabetes mellitus', 'chronic kidney disease stage 3b'],
  ],
  ['COPD exacerbation.', ['copd exacerbation']],
  ['Acute right otitis media.', ['acute otitis media']],
  ['Elevated troponin. Decreased breath sounds.', ['elevated troponin', 'decreased breath sounds']],
  ['Splenorrhexis and lymphangiectasia.', ['splenorrhexis', 'lymphangiectasia']],
  ['The abdomen is tender. She is nauseated.', ['tender', 'nauseated']],
  ['He broke his left wrist.', ['broke wrist']],
  ["Addison's disease.", ["addison's disease"]],
])('a problem is recognised by the tables, by its noun, by its ending, or as an adjective: %s', (text, names) =>
  expect(namesOf(text)).toEqual(names),
)

test.each([
  'Lungs clear, no acute distress, non-tender.',
  'Colon cancer screening. Pain clinic. Fall risk.',
  'Date of discharge 04/08/2026.',
  'Diagnosis and prognosis were discussed.',
  'No other problems.',
  'Right inguinal hernia repair.',
])('normal findings, services and procedures are not problems: %s', (text) => expect(namesOf(text)).toEqual([]))

describe('the context of a problem', () => {
  test.each([
    ['No fever.', 'fever'],
    ['She denies chest pain.', 'chest pain'],
    ['Lungs without wheezes.', 'wheezes'],
    ['Negative for hematuria.', 'hematuria'],
    ['Pulmonary embolism was ruled out by CT.', 'pulmonary embolism'],
    ['CT ruled out pulmonary embolism.', 'pulmonary embolism'],
    ['She has never had a stroke.', 'stroke'],
    ['There is no evidence of pneumonia.', 'pneumonia'],
    ['Osteomyelitis is not suspected.', 'osteomyelitis'],
    ['Neck: no adenopathy.', 'adenopathy'],
    ['Easy bruising denied.', 'easy bruising'],
  ])('negated: %s', (text, name) => expect(problemsOf(text)).toMatchObject([{ name, negated: true }]))

  test.each([
    ['There is no change in his asthma.', 'asthma'],
    ['Not only cough.', 'cough'],
    ['No relief of her headache.', 'headache'],
    ['History of gout.', 'gout'],
    ['Her pneumonia has resolved.', 'pneumonia'],
  ])('affirmed: %s', (text, name) => {
    const [item] = problemsOf(text)
    expect(item?.name).toBe(name)
    expect(item?.negated).toBeUndefined()
  })

  test('a negation ends at “but”, at a new finding, or at the end of the sentence', () => {
    expect(problemsOf('No fever, chills or cough, but has a rash.').map(({ negated }) => negated)).toEqual([
      true,
      true,
      true,
      undefined,
    ])
    expect(problemsOf('No murmur, trace edema.').map(({ negated }) => negated)).toEqual([true, undefined])
    expect(problemsOf('No fever. Cough.').map(({ negated }) => negated)).toEqual([true, undefined])
  })

  test.each([
    ['Possible pneumonia.', [true]],
    ['Rule out appendicitis.', [true]],
    ['Adenoma versus metastasis.', [true, true]],
    ['Pneumonia cannot be excluded.', [true]],
    ['Diabetes with possible neuropathy.', [undefined, true]],
    ['Consistent with pneumonia.', [undefined]],
  ])('uncertain: %s', (text, uncertain) => expect(problemsOf(text).map((item) => item.uncertain)).toEqual(uncertain))

  test.each([
    'Her mother had breast cancer.',
    'Family history of stroke.',
    'Return if the pain worsens.',
    'Aspirin to prevent a stroke.',
    'Tylenol as needed for pain.',
    'Screening for diabetes.',
    'His brother has asthma and eczema.',
  ])('no problem is read if it is another person’s, only feared, or the purpose of a treatment or test: %s', (text) =>
    expect(namesOf(text)).toEqual([]),
  )

  test('a problem that a relative reports about the patient is the patient’s', () => {
    expect(namesOf('Her mother says she has a cough.')).toEqual(['cough'])
    expect(namesOf('Father has noticed a rash.')).toEqual(['rash'])
  })

  test('a section on the family history gives no items', () => {
    expect(inferNote([{ heading: 'Family History', text: 'Mother with diabetes since 2004. Asthma.' }])).toEqual([])
  })
})

describe('the side of a problem', () => {
  test.each([
    ['Left knee pain.', 'left'],
    ['Pain in the right knee.', 'right'],
    ['Numbness in both feet.', 'both'],
    ['Wheezes on the right.', 'right'],
    ['Basal cell carcinoma, left temple.', 'left'],
    ['The right tympanic membrane is bulging.', 'right'],
    ['Pain radiating to the left arm.', undefined],
    ['Left arm numbness, fever.', 'left'],
  ])('%s', (text, side) => expect(problemsOf(text)[0]?.side).toBe(side))

  test('problems in a list share the side named after them, or in the label before them', () => {
    expect(problemsOf('Swelling and tenderness of the left ankle.').map(({ side }) => side)).toEqual(['left', 'left'])
    expect(problemsOf('Right knee: crepitus, no effusion.').map(({ side }) => side)).toEqual(['right', 'right'])
  })

  test('a side is not carried over to a problem that has none', () => {
    expect(problemsOf('Right flank pain and nausea.').map(({ side }) => side)).toEqual(['right', undefined])
  })
})

test('an ICD-10-CM code is suggested if one fits, with the side of the problem', () => {
  expect(problemsOf('Hypertension.')[0]?.icd10).toBe('I10')
  expect(problemsOf('Left knee pain.')[0]?.icd10).toBe('M25.562')
  expect(problemsOf('Knee pain.')[0]?.icd10).toBe('M25.569')
  // The 2026 list split these codes.
  expect(problemsOf('Multiple sclerosis. Pelvic pain.').map(({ icd10 }) => icd10)).toEqual(['G35.D', 'R10.20'])
  expect(problemsOf('Pain in both knees. Knee pain in both knees.')[1]?.icd10).toBeUndefined()
  expect(problemsOf('Abrasion.')[0]?.icd10).toBeUndefined()
})

test('an entry in a list of problems is a problem even if the tables do not know it', () => {
  expect(namesOf('Hypertension, Takotsubo, tonsillectomy.', 'Past Medical History')).toEqual([
    'hypertension',
    'takotsubo',
  ])
  expect(namesOf('Hypertension, Takotsubo, tonsillectomy.', 'Plan')).toEqual(['hypertension'])
  expect(problemsOf('She denies zigzag lines, fever or alcohol use.')).toMatchObject([
    { name: 'zigzag lines', negated: true },
    { name: 'fever', negated: true },
  ])
})

test('an abbreviation that is also an ordinary word is a problem only in capitals', () => {
  expect(namesOf('PAD.')).toEqual(['pad'])
  expect(namesOf('She soaks a pad an hour.')).toEqual([])
})
