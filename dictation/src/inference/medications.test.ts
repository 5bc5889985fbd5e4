import { expect, test } from 'vitest'
import { findMedications } from './medications.ts'
import { readSection } from './words.ts'

const medicationsOf = (text: string, heading = 'Plan') =>
  findMedications(readSection({ heading, text }, 0)).map(
    ({ kind: _kind, section: _section, start, end, ...fields }) => ({
      ...fields,
      words: text.slice(start, end),
    }),
  )

test.each([
  [
    'Lisinopril 10 mg by mouth once daily.',
    { name: 'lisinopril', dose: '10 mg', route: 'by mouth', frequency: 'once daily' },
  ],
  [
    'Albuterol 2 puffs every 4 to 6 hours as needed',
    { name: 'albuterol', dose: '2 puffs', frequency: 'every 4 to 6 hours as needed' },
  ],
  ['metoprolol succinate 50 mg daily', { name: 'metoprolol succinate', dose: '50 mg', frequency: 'daily' }],
  ['Norco 5/325 mg q6h p.r.n.', { name: 'norco', dose: '5/325 mg', frequency: 'q6h p.r.n.' }],
  ['81 mg of aspirin daily', { name: 'aspirin', dose: '81 mg', frequency: 'daily' }],
  ['IV vancomycin', { name: 'vancomycin', route: 'iv' }],
  ['a beta-blocker', { name: 'beta-blocker' }],
  ['zofenopril 7.5 mg twice a day', { name: 'zofenopril', dose: '7.5 mg', frequency: 'twice a day' }],
])('a drug has its name, dose, route and frequency: %s', (text, expected) => {
  const [item, ...others] = medicationsOf(text)
  expect(others).toEqual([])
  expect(item).toMatchObject(expected)
})

test('the evidence of a drug reaches from the first to the last word of its order', () => {
  const [item] = medicationsOf('We continue lisinopril 10 mg tablets by mouth daily for blood pressure.')
  expect(item?.words).toBe('lisinopril 10 mg tablets by mouth daily')
})

test.each(['Stop warfarin.', 'Warfarin was held.', 'He is no longer taking warfarin.'])(
  'a drug that is not taken is negated: %s',
  (text) => expect(medicationsOf(text)).toMatchObject([{ name: 'warfarin', negated: true }]),
)

test('what is started instead is taken', () => {
  expect(medicationsOf('Stop lisinopril and start losartan 50 mg daily.')).toEqual([
    { name: 'lisinopril', negated: true, words: 'lisinopril' },
    { name: 'losartan', dose: '50 mg', frequency: 'daily', words: 'losartan 50 mg daily' },
  ])
})
