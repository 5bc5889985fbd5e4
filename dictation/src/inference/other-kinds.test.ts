import { describe, expect, test } from 'vitest'
import { inferNote } from './infer-note.ts'
import type { InferredItem, ItemKind } from './items.ts'

/** Returns the items of one kind without their positions. `words` is the evidence. */
function itemsOf(kind: ItemKind, text: string, heading = 'History') {
  return inferNote([{ heading, text }]).flatMap((item: InferredItem) => {
    if (item.kind !== kind) return []
    const { kind: _kind, section: _section, start, end, ...fields } = item
    return [{ ...fields, words: text.slice(start, end) }]
  })
}

describe('allergies', () => {
  test.each([
    [
      'Penicillin (hives), latex.',
      [
        { substance: 'penicillin', reaction: 'hives', words: 'Penicillin (hives' },
        { substance: 'latex', words: 'latex' },
      ],
    ],
    [
      'Sulfa causes a rash and fever.',
      [{ substance: 'sulfa', reaction: 'rash and fever', words: 'Sulfa causes a rash and fever' }],
    ],
    ['Amoxicillin: hives.', [{ substance: 'amoxicillin', reaction: 'hives', words: 'Amoxicillin: hives' }]],
    ['Zyxomab - itching.', [{ substance: 'zyxomab', reaction: 'itching', words: 'Zyxomab - itching' }]],
    ['No known drug allergies.', [{ substance: 'none known', words: 'No known drug allergies' }]],
    ['He denies allergy to latex.', [{ substance: 'latex', negated: true, words: 'latex' }]],
    ['Iodine is tolerated.', []],
  ])('are read from an allergy section as substances with reactions: %s', (text, items) =>
    expect(itemsOf('allergy', text, 'Allergies')).toEqual(items),
  )

  test.each([
    ['She is allergic to codeine and shellfish.', ['codeine', 'shellfish']],
    ['He has a sulfa allergy.', ['sulfa']],
    ['NKDA.', ['none known']],
    ['She takes codeine.', []],
  ])('are read from other sections only if the text calls them allergies: %s', (text, substances) =>
    expect(itemsOf('allergy', text).map((item) => 'substance' in item && item.substance)).toEqual(substances),
  )

  test('are not read as drugs or problems too', () => {
    const kinds = inferNote([{ heading: 'Allergies', text: 'Penicillin (hives).' }]).map(({ kind }) => kind)
    expect(kinds).toEqual(['allergy'])
  })
})

describe('vitals', () => {
  test.each([
    ['BP 138/86.', 'blood pressure', '138/86', undefined],
    ['Blood pressure of 164 over 92 mmHg.', 'blood pressure', '164 over 92', 'mmhg'],
    ['Pulse 72 and regular.', 'heart rate', '72', undefined],
    ['Respirations were 16.', 'respiratory rate', '16', undefined],
    ['Temp to 102.4 F.', 'temperature', '102.4', 'f'],
    ['Satting 94% on room air.', 'oxygen saturation', '94', '%'],
    ['Height 5 feet 11 inches.', 'height', '5 feet 11 inches', undefined],
    ['Weight: 212 pounds.', 'weight', '212', 'pounds'],
    ['BMI 31.2.', 'bmi', '31.2', undefined],
    ['Pain 6 out of 10.', 'pain', '6 out of 10', undefined],
  ])('%s', (text, name, value, unit) =>
    expect(itemsOf('vital', text)).toMatchObject([{ name, value, ...(unit && { unit }) }]),
  )

  test.each([
    'Goal blood pressure below 130/80.',
    'Fetal heart rate 142.',
    'Fundal height 31 cm.',
    'Pulse normal.',
    'Weight loss of 5 years.',
  ])('are not read from goals, from measurements of something else, or without a value: %s', (text) =>
    expect(itemsOf('vital', text)).toEqual([]),
  )
})

describe('dates', () => {
  test.each([
    ['He had a right total hip arthroplasty in 2019.', 'total hip arthroplasty', 'in 2019'],
    ['He twisted his left knee on March 14.', 'twisted knee', 'march 14'],
    ['He stopped lisinopril because of cough on 02/10/2026.', 'stopped lisinopril', '02/10/2026'],
    ['He was last seen three months ago.', 'last seen', 'three months ago'],
    ['Numbness in both feet since January.', 'numbness', 'january'],
    ['Date of admission 04/03/2026.', 'admission', '04/03/2026'],
    ['The hardware was removed on June 3, 2024.', 'hardware removed', 'june 3, 2024'],
    ['She was hospitalized for heart failure last week.', 'hospitalized', 'last week'],
  ])('%s', (text, what, value) => expect(itemsOf('date', text)).toMatchObject([{ what, value }]))

  test.each(['Pain 6/10.', 'She may march on.', 'For three days.', 'He is here today.'])(
    'are not read from: %s',
    (text) => expect(itemsOf('date', text)).toEqual([]),
  )
})

describe('follow-ups', () => {
  test.each([
    ['Return to clinic in 3 months.', 'return to clinic', 'in 3 months'],
    ['Follow up with cardiology in 2 weeks.', 'cardiology', 'in 2 weeks'],
    ['Repeat chest x-ray in 6 weeks.', 'repeat chest x-ray', 'in 6 weeks'],
    ['Referral to audiology.', 'audiology', undefined],
    ['Neurosurgery consult.', 'neurosurgery', undefined],
    ['Office visit next Tuesday.', 'office visit', 'next tuesday'],
    ['Basic metabolic panel on 05/20/2026.', 'basic metabolic panel', 'on 05/20/2026'],
  ])('%s', (text, what, when) => {
    expect(itemsOf('followUp', text, 'Plan')).toMatchObject([{ what, ...(when && { when }) }])
    expect(itemsOf('date', text, 'Plan')).toEqual([])
  })

  test.each(['Return if the pain worsens.', 'Aspirin 81 mg twice a day.', 'Creatinine peaked on April 4.'])(
    'are not read from: %s',
    (text) => expect(itemsOf('followUp', text, 'Plan')).toEqual([]),
  )
})

describe('sides', () => {
  test.each([
    ['Left knee pain.', 'left', 'knee'],
    ['Tender in the right lower quadrant.', 'right', 'lower quadrant'],
    ['Right total hip arthroplasty.', 'right', 'total hip arthroplasty'],
    ['Lungs are clear bilaterally.', 'both', 'lungs'],
    ['Small right pleural effusion.', 'right', 'pleural'],
    ['Acute right otitis media.', 'right', 'otitis media'],
    ['Left side of the abdomen soft.', 'left', 'abdomen'],
    ['Carpal tunnel release, right.', 'right', 'carpal tunnel release'],
    ['No calf tenderness on either side.', 'both', 'calf'],
    ['Timolol O.D.', 'right', 'eye'],
  ])('%s', (text, side, part) => expect(itemsOf('side', text)).toMatchObject([{ side, part }]))

  test.each([
    'He left the hospital.',
    'A right-handed man.',
    'She is all right.',
    'Right now he rests.',
    'He left work early.',
    'With left shift.',
  ])('are not read from: %s', (text) => expect(itemsOf('side', text)).toEqual([]))
})
