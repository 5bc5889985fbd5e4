import { waysToSayDigits } from '../say-number.ts'

/** A sentence as it is said, and what is right. */
export interface MadeSentence {
  spoken: string
  written: string
}
/** A number from 0 on, below 1. */
export type Random = () => number

/** The same numbers for the same seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const oneOf = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
const between = (random: Random, least: number, most: number) => least + Math.floor(random() * (most - least + 1))

/** One way to say a whole number; digit by digit only where it is a row of digits. */
function sayWhole(random: Random, value: number): string {
  const ways = waysToSayDigits(String(value)).map((words) => words.join(' '))
  const [whole, ...others] = ways
  const inPairs = value >= 110 && value < 1000 ? others.at(-1) : undefined
  const withOh =
    value > 100 && value < 1000 && value % 100 < 10 && value % 100 > 0
      ? ways.find((way) => / oh /.test(way))
      : undefined
  return oneOf(random, [whole!, withOh ?? inPairs ?? whole!])
}
function sayDecimal(random: Random, whole: number, decimals: string): string {
  const digits = waysToSayDigits(decimals)
    .find((way) => way.length === decimals.length)!
    .join(' ')
  const start = whole === 0 ? oneOf(random, ['zero point', 'point']) : `${sayWhole(random, whole)} point`
  return `${start} ${digits}`
}

const drugs =
  'metformin lisinopril warfarin amlodipine gabapentin prednisone furosemide atorvastatin sertraline levetiracetam'.split(
    ' ',
  )
const strengths = [5, 10, 20, 25, 40, 50, 75, 81, 100, 125, 150, 250, 300, 325, 400, 500, 650, 750, 875]
const units: readonly (readonly [string, string])[] = [
  ['milligrams', 'mg'],
  ['micrograms', 'mcg'],
  ['milliliters', 'mL'],
  ['units', 'units'],
]
const often: readonly (readonly [string, string])[] = [
  ['daily', 'daily'],
  ['twice daily', 'twice daily'],
  ['b i d', 'b.i.d.'],
  ['every six hours', 'every 6 hours'],
  ['q eight h', 'q8h'],
  ['at bedtime', 'at bedtime'],
  ['as needed', 'as needed'],
]
const labs: readonly (readonly [string, number, number])[] = [
  ['sodium', 120, 150],
  ['glucose', 60, 400],
  ['heart rate', 40, 180],
  ['pulse of', 40, 180],
  ['platelets', 110, 450],
  ['hematocrit', 20, 50],
]
const months = 'January February March April May June July August September October November December'.split(' ')
const days = (
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth ' +
  'seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth'
).split(' ')

/** Sentences in which nothing is to be written otherwise. */
export const plainSentences = [
  'the patient denies chest pain and shortness of breath',
  'family history is negative for colon cancer and breast cancer',
  'her last menstrual period was regular',
  'a new line of therapy was discussed with the family',
  'at this point he is stable',
  'the left colon and the sigmoid colon appeared normal',
  'he may return to work',
  'she may first need an ultrasound of the pelvis',
  'a period of observation was recommended',
  'the central line was removed without difficulty',
  'no one else in the household is sick',
  'she was seen for a second opinion',
  'one of the nodules was biopsied',
  'there is a point of maximal tenderness over the left hip',
  'he has a slash wound on the forearm',
  'the trigger point was injected',
  'irritable colon was suspected',
  'the incubation period is short',
  'we will march on with physical therapy',
  'her medications were reviewed with her daughter',
  'the assessment of the wound was done by nursing',
  'on the other hand the pain is better',
  'she has an allergy to penicillin and latex',
  'the procedure was tolerated well',
  'section of the bowel was resected',
]

type Maker = (random: Random) => MadeSentence
const dose: Maker = (random) => {
  const [drug, strength, [saidUnit, unit], [saidOften, frequency]] = [
    oneOf(random, drugs),
    oneOf(random, strengths),
    oneOf(random, units),
    oneOf(random, often),
  ]
  return {
    spoken: `${drug} ${sayWhole(random, strength)} ${saidUnit} ${saidOften}`,
    written: `${drug} ${strength} ${unit} ${frequency}`,
  }
}
const smallDose: Maker = (random) => {
  const [drug, whole, decimals] = [
    oneOf(random, drugs),
    between(random, 0, 12),
    oneOf(random, ['5', '25', '125', '05', '75', '625']),
  ]
  return {
    spoken: `${drug} ${sayDecimal(random, whole, decimals)} milligrams`,
    written: `${drug} ${whole}.${decimals} mg`,
  }
}
const lab: Maker = (random) => {
  const [name, least, most] = oneOf(random, labs)
  const value = between(random, least, most)
  return { spoken: `${name} ${sayWhole(random, value)}`, written: `${name} ${value}` }
}
const decimalLab: Maker = (random) => {
  const [name, whole, tenth] = [
    oneOf(random, ['potassium', 'hemoglobin', 'inr of', 'creatinine']),
    between(random, 0, 15),
    between(random, 0, 9),
  ]
  return { spoken: `${name} ${sayDecimal(random, whole, String(tenth))}`, written: `${name} ${whole}.${tenth}` }
}
const pressure: Maker = (random) => {
  const [systolic, diastolic] = [between(random, 90, 210), between(random, 40, 89)]
  return {
    spoken: `blood pressure ${sayWhole(random, systolic)} over ${sayWhole(random, diastolic)}`,
    written: `blood pressure ${systolic}/${diastolic}`,
  }
}
const date: Maker = (random) => {
  const [month, day, year] = [oneOf(random, months), between(random, 1, days.length), between(random, 2010, 2026)]
  return {
    spoken: `seen on ${month.toLowerCase()} ${days[day - 1]!.replace('-', ' ')} ${oneOf(
      random,
      waysToSayDigits(String(year)).filter((way) => way.length < 4),
    ).join(' ')}`,
    written: `seen on ${month} ${day}, ${year}`,
  }
}
const infusion: Maker = (random) => {
  const [amount, hours] = [between(random, 2, 90), between(random, 2, 12)]
  return {
    spoken: `reduced from ${sayWhole(random, amount)} over ${sayWhole(random, hours)} days`,
    written: `reduced from ${amount < 10 ? sayWhole(random, amount) : amount} over ${hours} days`,
  }
}
const age: Maker = (random) => {
  const years = between(random, 18, 99)
  return { spoken: `a ${sayWhole(random, years)} year old woman`, written: `a ${years}-year-old woman` }
}
const size: Maker = (random) => {
  const [first, second] = [between(random, 2, 9), between(random, 2, 9)]
  return {
    spoken: `a ${sayWhole(random, first)} by ${sayWhole(random, second)} centimeter mass`,
    written: `a ${first} x ${second} cm mass`,
  }
}
const score: Maker = (random) => {
  const value = between(random, 0, 5)
  return { spoken: `strength is ${sayWhole(random, value)} out of five`, written: `strength is ${value}/5` }
}
const plain: Maker = (random) => {
  const sentence = oneOf(random, plainSentences)
  return { spoken: sentence, written: sentence }
}
const makers: readonly Maker[] = [
  dose,
  smallDose,
  lab,
  decimalLab,
  pressure,
  date,
  infusion,
  age,
  size,
  score,
  plain,
  plain,
  plain,
]

const joints: readonly (readonly [string, (next: string) => string])[] = [
  ['period', (next) => `. ${next.charAt(0).toUpperCase()}${next.slice(1)}`],
  ['comma', (next) => `, ${next}`],
  ['new line', (next) => `\n${next.charAt(0).toUpperCase()}${next.slice(1)}`],
  ['next paragraph', (next) => `\n\n${next.charAt(0).toUpperCase()}${next.slice(1)}`],
  ['semicolon', (next) => `; ${next}`],
]
/** Several clinical sentences in one, with marks and breaks said between them. */
export function makeSentence(random: Random): MadeSentence {
  let { spoken, written } = oneOf(random, makers)(random)
  for (let left = between(random, 0, 3); left > 0; left -= 1) {
    const next = oneOf(random, makers)(random)
    const [command, write] = oneOf(random, joints)
    // An abbreviation keeps its own full stop.
    const joined = write(next.written)
    spoken += ` ${command} ${next.spoken}`
    written += written.endsWith('.') && joined.startsWith('.') ? joined.slice(1) : joined
  }
  return { spoken, written }
}
