import type { InferredItem } from '@dictara/dictation/inference'
import { inferNote } from '@dictara/dictation/inference'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { usualFields } from '../../gateways/ehr/index.ts'
import { checkPairs, checkValue } from './check-values.ts'
import { keepItems, type KeptItem, placeOf } from './kept-items.ts'
import { dayOf, panelDateOf } from './panel-dates.ts'
import { panelFieldsOf } from './panel-fields.ts'
import { itemsOfSection } from './section-items.ts'

const fields = panelFieldsOf(usualFields)
const fieldOf = (key: string) => fields.find((field) => field.key === key)!
const sectionOf = (heading: string, text: string) => ({ id: 's', heading, systemHeading: 'NONE', text })

/** The items of a section as the rules read them, by key. */
function shown(heading: string, text: string, edits = new Map<string, string[]>(), kept?: KeptItem[]) {
  const section = sectionOf(heading, text)
  const items = kept ?? keepItems([section], inferNote([section]), undefined)
  return Object.fromEntries(itemsOfSection(fields, section, items, edits).map((item) => [item.key, item]))
}
const values = (heading: string, text: string) =>
  Object.fromEntries(Object.entries(shown(heading, text)).map(([key, { value }]) => [key, value]))

test('every kind of field is read: table, list, text, choice, toggle, checkbox and date [INFR-02, INFR-07, INFR-09]', () => {
  expect(values('CHIEF COMPLAINT', 'Severe chest pain since 03/14/2026.')).toMatchObject({
    Complaint: ['Chest pain'],
    Severity: ['Severe'],
    'Chief Complaint Start Date': ['03/14/26'],
    'Chief Complaint End Date': [],
  })
  expect(values('VITAL SIGNS', 'Blood pressure 138/86. Heart rate 72.')).toMatchObject({
    'Blood Pressure': ['138/86'],
    'Heart Rate': ['72'],
    Temperature: [],
  })
  expect(values('SOCIAL HISTORY', 'Denies tobacco use. Drinks alcohol socially.')).toMatchObject({
    Tobacco: ['No'],
    Alcohol: ['Yes'],
  })
  expect(values('SOCIAL HISTORY', 'Former smoker.')).toMatchObject({ Tobacco: [], Alcohol: [] })
  expect(values('DISPOSITION', 'Discharged to a skilled nursing facility.')).toMatchObject({
    Disposition: ['Skilled nursing facility'],
  })
  expect(values('PAST SURGICAL HISTORY', 'Appendectomy on 03/14/2019.')).toMatchObject({
    Procedure: ['Appendectomy'],
    'Surgery/Procedure Start Date': ['03/14/19'],
  })
  expect(values('PLAN', 'Follow up with cardiology in 2 weeks.')).toEqual({ 'Follow-up': ['Cardiology in 2 weeks'] })
  const types = new Set(fields.map(({ type }) => type))
  expect([...types].toSorted()).toEqual([
    'Checkbox',
    'Date/Time',
    'Dropdown',
    'Dynamic Table',
    'List',
    'Radio Button',
    'Text Box',
    'Toggle',
  ])
  expect(new Set(fields.map(({ key }) => key)).size).toBe(fields.length)
})

test('a finding without a code is listed as a problem only in certain sections', () => {
  const text = 'Heart is irregular. Left knee pain.'
  const found = (heading: string) =>
    (values(heading, text)['Diagnoses'] as { Diagnosis: string }[]).map((row) => row.Diagnosis)
  expect(found('ASSESSMENT')).toEqual(['Irregular', 'Knee pain, left'])
  expect(found('PHYSICAL EXAMINATION')).toEqual(['Knee pain, left'])
})

test('a diagnosis has its suggested code and side; a denied one is left out, and a possible one is marked', () => {
  const { Diagnoses } = shown('ASSESSMENT', 'Possible pneumonia. Left knee pain. Denies fever.')
  expect(Diagnoses).toMatchObject({
    value: [
      { Diagnosis: 'Pneumonia', 'ICD-10 Code': 'J18.9', Status: '' },
      { Diagnosis: 'Knee pain, left', 'ICD-10 Code': 'M25.562', Status: '' },
    ],
    flag: ['UNCERTAIN', null],
  })
  const diagnoses = shown('ASSESSMENT', 'Possible pneumonia. Chest x-ray confirms pneumonia.').Diagnoses!
  expect(diagnoses).toMatchObject({ value: [{ Diagnosis: 'Pneumonia' }], flag: [null] })
})

test('a drug mentioned twice is one row with all its details, and a stopped drug is left out', () => {
  const { Medications } = shown('MEDICATIONS', 'Metformin. Metformin 500 mg twice daily. Aspirin was stopped.')
  expect(Medications!.value).toEqual([
    expect.objectContaining({ Drug: 'Metformin', Dose: '500 mg', Route: '', Frequency: 'twice daily' }),
  ])
})

test('a section shows the empty fields of its heading; a section without text shows only fields with content [INFR-14]', () => {
  expect(Object.keys(shown('ALLERGIES', 'See chart.'))).toEqual(['Allergies'])
  expect(shown('ALLERGIES', ' \n')).toEqual({})
  expect(Object.keys(shown('ALLERGIES', '', new Map([['Disposition', ['Home']]])))).toEqual(['Disposition'])
})

test('a dictated value whose words are gone stays and is marked, but not a typed or merely changed one', () => {
  const read = (text: string, before?: KeptItem[]) => {
    const section = sectionOf('MEDICATIONS', text)
    return keepItems([section], inferNote([section]), before)
  }
  const heard = read('Metformin 500 mg daily. Lisinopril 10 mg daily.')
  const typed = read('Metformin 1000 mg daily. Atorvastatin 20 mg daily.', heard)
  const last = read('Metformin 1000 mg daily.', typed)
  const rows = shown('MEDICATIONS', 'Metformin 1000 mg daily.', new Map(), last).Medications!
  expect(rows.value).toMatchObject([
    { Drug: 'Metformin', Dose: '1000 mg' },
    { Drug: 'Lisinopril', Dose: '10 mg' },
  ])
  expect(rows.flag).toEqual([null, 'WORDS_GONE'])
  expect(rows.annotations).toEqual([{ startIndex: 0, endIndex: 23 }, null])
  expect(rows.annotation![1]).toBe('Lisinopril 10 mg daily')
  const back = read('Lisinopril 10 mg daily.', last)
  expect(back.filter(({ isGone }) => isGone).map(({ words }) => words)).toEqual(['Metformin 1000 mg daily'])
  expect(keepItems([], [], last)).toEqual([])
})

test('a place is found again when the text before it changes, but not when its words are gone', () => {
  const item = { kind: 'problem', name: 'fever', section: 0, start: 3, end: 8 } satisfies InferredItem
  const kept = { sectionId: 's', words: 'fever', item }
  expect(placeOf(kept, 'No fever')).toEqual({ startIndex: 3, endIndex: 8 })
  expect(placeOf(kept, 'He has no fever')).toEqual({ startIndex: 10, endIndex: 15 })
  expect(placeOf(kept, `${' '.repeat(1500)}fever`)).toEqual({ startIndex: 1500, endIndex: 1505 })
  expect(placeOf(kept, 'He is well')).toBeUndefined()
})

test('dates are MM/DD/YY, and a date without a year or day, or of another century, is not read [INFR-15]', () => {
  expect(['3/4/2026', '2026-03-14', 'march 14, 2026', 'Sept. 3rd 1999', '03/14/26'].map(panelDateOf)).toEqual([
    '03/04/26',
    '03/14/26',
    '03/14/26',
    '09/03/99',
    '03/14/26',
  ])
  for (const said of ['march 14', '02/30/2026', '13/01/2026', 'two weeks ago', 'in 2019', '01/01/1950', ''])
    expect(panelDateOf(said), said).toBeUndefined()
  fc.assert(
    fc.property(fc.date({ min: new Date('1970-01-01'), max: new Date('2068-12-31'), noInvalidDate: true }), (date) => {
      const day = date.toISOString().slice(0, 10)
      expect(dayOf(panelDateOf(day)!)).toBe(Date.parse(day) / 86_400_000)
    }),
  )
})

const row = { Drug: 'Aspirin', 'Start Date': '03/14/26', 'End Date': '03/14/26' }
test.each<[string, Parameters<typeof checkValue>[1], string | undefined]>([
  ['Complaint', ['Cough'], undefined],
  ['Complaint', [], 'Enter a value for “Complaint”.'],
  ['Complaint', ['  '], 'Enter a value for “Complaint”.'],
  ['Surgeon', [], undefined],
  ['Surgeon', ['A', 'B'], 'can’t hold'],
  ['Surgeon', [{ Drug: 'Aspirin' }], 'can’t hold'],
  ['Procedure', ['A', 'B'], undefined],
  ['Disposition', ['Home'], undefined],
  ['Disposition', ['Elsewhere'], '“Elsewhere” isn’t one of the values of “Disposition”.'],
  ['Tobacco', ['Maybe'], '“Maybe” isn’t one of the values'],
  ['Chief Complaint Start Date', ['02/29/24'], undefined],
  ['Chief Complaint Start Date', ['02/29/26'], 'as MM/DD/YY'],
  ['Chief Complaint Start Date', ['2026-02-28'], 'as MM/DD/YY'],
  ['Medications', [row], undefined],
  ['Medications', [{ ...row, Drug: ' ' }], 'Enter a value for “Drug” in each row of “Medications”.'],
  ['Medications', [{}], 'Enter a value for “Drug”'],
  ['Medications', [{ ...row, Route: 'By drone' }], '“By drone” isn’t one of the values of “Route”.'],
  ['Medications', [{ ...row, 'End Date': '03/13/26' }], 'can’t be after the end date'],
  ['Medications', [{ ...row, 'End Date': 'soon' }], 'Enter the date of “End Date” as MM/DD/YY.'],
  ['Medications', [{ ...row, Colour: 'red' }], 'no field “Colour”'],
  ['Medications', ['Aspirin'], 'can’t hold'],
])('%s %j is checked [INFR-16, INFR-18, INFR-19]', (key, value, refusal) => {
  const check = () => checkValue(fieldOf(key), value)
  if (refusal === undefined) expect(check).not.toThrow()
  else expect(check).toThrow(refusal)
})

test.each(['', 'Chief Complaint ', 'Surgery/Procedure '])(
  '%sStart Date is not after the End Date [INFR-16, Q131]',
  (of) => {
    const [start, end] = [`${of}Start Date`, `${of}End Date`]
    const section = new Map([
      [start, ['03/15/26']],
      [end, ['03/14/26']],
    ])
    const check = (entered: string[]) => () => checkPairs(entered, (key) => section.get(key))
    for (const entered of [[start], [end], [start, end]]) expect(check(entered)).toThrow('can’t be after the end date')
    expect(check(['Disposition'])).not.toThrow()
    section.set(start, ['12/31/99'])
    expect(check([start])).not.toThrow()
  },
)
