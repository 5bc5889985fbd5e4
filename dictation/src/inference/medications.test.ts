import { expect, test } from 'vitest'
import { inferNote } from './infer-note.ts'
import { drugOf } from './tables/drugs.ts'

const medicationsOf = (text: string, heading = 'Plan') =>
  inferNote([{ heading, text }]).flatMap((item) => {
    if (item.kind !== 'medication') return []
    const { kind: _kind, section: _section, start, end, ...fields } = item
    return [{ ...fields, words: text.slice(start, end) }]
  })
const oneOf = (text: string, heading?: string) => {
  const [item, ...others] = medicationsOf(text, heading)
  expect(others).toEqual([])
  return item
}

test.each([
  ['Lisinopril 10 mg by mouth once daily.', 'lisinopril', '10 mg', 'by mouth', 'once daily'],
  [
    'Albuterol inhaler 2 puffs every 4 to 6 hours as needed',
    'albuterol',
    '2 puffs',
    undefined,
    'every 4 to 6 hours as needed',
  ],
  ['metoprolol succinate 50 mg daily', 'metoprolol succinate', '50 mg', undefined, 'daily'],
  ['Norco 5/325 mg q6h p.r.n.', 'norco', '5/325 mg', undefined, 'q6h p.r.n.'],
  ['81 mg of aspirin daily', 'aspirin', '81 mg', undefined, 'daily'],
  ['Senna 8.6 mg 2 tablets nightly', 'senna', '8.6 mg', undefined, 'nightly'],
  ['Cefdinir 7 mg/kg by mouth twice daily', 'cefdinir', '7 mg/kg', 'by mouth', 'twice daily'],
  ['Insulin lispro sliding scale before meals', 'insulin lispro', 'sliding scale', undefined, 'before meals'],
  ['Metformin 1,000 mg twice a day with meals', 'metformin', '1,000 mg', undefined, 'twice a day with meals'],
  ['nitroglycerin 0.4 mg sublingually', 'nitroglycerin', '0.4 mg', 'sublingually', undefined],
  [
    'lisinopril/hydrochlorothiazide 20/12.5 mg daily',
    'lisinopril/hydrochlorothiazide',
    '20/12.5 mg',
    undefined,
    'daily',
  ],
])('an order gives the name, dose, route and frequency of the drug: %s', (text, name, dose, route, frequency) =>
  expect(oneOf(text)).toEqual({
    name,
    ...(dose && { dose }),
    ...(route && { route }),
    ...(frequency && { frequency }),
    words: text.replace(/\.$/, '').replace(/^(.*p\.r\.n)$/, '$1.'),
  }),
)

test.each([
  ['Increase Lantus from 18 units to 22 units nightly.', '22 units'],
  ['Gabapentin was increased to 600 mg three times daily.', '600 mg'],
])('a changed dose is read as the new dose: %s', (text, dose) => expect(oneOf(text)).toMatchObject({ dose }))

test.each([
  ['zofenopril 7.5 mg twice a day', 'zofenopril'],
  ['Start a beta-blocker.', 'beta-blocker'],
  ['IV vancomycin', 'vancomycin'],
  ['Given a TNF inhibitor.', 'tnf inhibitor'],
])('a drug is recognised by the tables, by the ending of its name, or by its class: %s', (text, name) =>
  expect(oneOf(text)).toMatchObject({ name }),
)

test('an unknown word with a dose is a drug, there and in the rest of the note', () => {
  expect(medicationsOf('Xyzafen 10 mg daily.\nStop Xyzafen.')).toMatchObject([
    { name: 'xyzafen', dose: '10 mg' },
    { name: 'xyzafen', negated: true },
  ])
  expect(medicationsOf('Glucose 120 mg daily average.')).toEqual([])
})

test('the evidence covers the order from its first to its last word', () => {
  const item = oneOf('We continue lisinopril 10 mg tablets by mouth daily for blood pressure.')
  expect(item?.words).toBe('lisinopril 10 mg tablets by mouth daily')
})

test.each([
  'Stop warfarin.',
  'Warfarin was held.',
  'He is no longer taking warfarin.',
  'No warfarin.',
  'She declined warfarin.',
  'Consider warfarin.',
  'Aspirin rather than warfarin.',
])('a drug that is not taken is negated: %s', (text) =>
  expect(medicationsOf(text)).toContainEqual({
    name: 'warfarin',
    negated: true,
    words: expect.stringMatching(/^warfarin$/i),
  }),
)
test.each([
  'There is no change in her warfarin.',
  'Stop lisinopril and start warfarin.',
  'She has not had a bleed since warfarin.',
  'He takes no aspirin, but takes warfarin.',
])('a drug is not negated by a negation of something else: %s', (text) =>
  expect(medicationsOf(text)).toContainEqual({ name: 'warfarin', words: 'warfarin' }),
)

test.each([
  'Vancomycin trough 15.',
  'Iron deficiency anemia.',
  'Opioid use disorder.',
  'Magnesium 1.8.',
  'Digoxin level today.',
  'Her daughter takes sertraline.',
])('a laboratory value, a disease or another person’s drug is not a medication: %s', (text) =>
  expect(medicationsOf(text)).toEqual([]),
)

test('the tables find a drug by brand or generic name, with its class and, if known, its usual single dose', () => {
  expect(drugOf('Synthroid')).toEqual({
    name: 'levothyroxine',
    drugClass: 'thyroid drug',
    usual: { least: 12.5, most: 300, unit: 'mcg' },
  })
  expect(drugOf('ceftobiprole')).toEqual({ name: 'ceftobiprole', drugClass: 'cephalosporin' })
  expect(drugOf('chair')).toBeUndefined()
})
