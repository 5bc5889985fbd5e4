import type { VitalItem, VitalName } from './items.ts'
import { listOf, phraseAt, phraseSet, phraseTable, wordSet } from './phrase-table.ts'
import { evidenceOf, type ReadSection, type Token, wordsBetween } from './words.ts'

const names = phraseTable<VitalName>(
  Object.entries({
    'blood pressure':
      'blood pressure, bp, b.p., blood pressures, pressure, pressures, standing, sitting, supine, lying',
    'heart rate': 'heart rate, hr, pulse, pulse rate, p, heart rates',
    'respiratory rate':
      'respirations, respiratory rate, rr, resp, resps, respiration, respiratory rates, resp rate, r, breathing rate',
    temperature: 'temperature, temp, t, tmax, temps, temperatures, t max, fever of, febrile to, febrile at, fever to',
    'oxygen saturation':
      'oxygen saturation, o2 sat, o2 sats, o2 saturation, oxygen sat, oxygen sats, spo2, sao2, sat, sats, satting, saturating, saturation, saturations, saturates, pulse ox, pulse oximetry, oxygen saturations, oxygen level, room air saturation, o2, room air sat',
    weight: 'weight, wt, weighs, weighed, weighing, weights, body weight, birth weight',
    height: 'height, ht, length',
    bmi: 'bmi, body mass index, b.m.i.',
    pain: 'pain, pain score, pain level, pain scale, pain rating, pain rated, pain intensity, pain is rated, discomfort',
  } satisfies Record<VitalName, string>).flatMap(([name, words]) =>
    listOf(words).map((word) => [word, name as VitalName] as const),
  ),
)
/** Words that may stand between a name and its value. */
const fillers = wordSet(`
  right left arm sitting standing supine home found be dropped fell decreased increased
  of is was at to in the : = , today on arrival triage initially now currently approximately about around up
  measured reading were has been ranging ranges averaging between that this morning office here down as rated he
  she her his it by recorded stable remains level score a an high
`)
const fillersMost = 5
const single = new Set([
  'p',
  't',
  'r',
  'o2',
  'standing',
  'sitting',
  'supine',
  'lying',
  'pressure',
  'pressures',
  'discomfort',
  'length',
])
/** Words before a name with which it is no measured value of the patient. */
const notMeasured = phraseSet(
  'goal, target, fetal, baby, ideal, dry, less than, below, under, above, over, greater than, goal of, target of, keep, maintain, if, intraocular, central venous, wedge, expiratory, end, opening, usual, fundal',
)

const units: Record<VitalName, ReturnType<typeof phraseSet>> = {
  'blood pressure': phraseSet('mmhg, mm hg, millimeters of mercury'),
  'heart rate': phraseSet('bpm, beats per minute, beats a minute, beats/min, per minute'),
  'respiratory rate': phraseSet('breaths per minute, breaths/min, breaths a minute, per minute, bpm'),
  temperature: phraseSet(
    'f, c, degrees, degrees f, degrees c, degrees fahrenheit, degrees celsius, fahrenheit, celsius, ° f, ° c, °',
  ),
  'oxygen saturation': phraseSet('%, percent'),
  weight: phraseSet('lb, lbs, lb., pounds, pound, kg, kilograms, kilos, kgs, g, grams, ounces, oz'),
  height: phraseSet('cm, centimeters, inches, in, feet, ft, m, meters'),
  bmi: phraseSet('kg / m2, kg / m 2, kg / m²'),
  pain: phraseSet(''),
}
const plausible: Partial<Record<VitalName, readonly [number, number]>> = {
  'heart rate': [20, 300],
  'respiratory rate': [4, 120],
  temperature: [30, 110],
  'oxygen saturation': [40, 100],
  bmi: [8, 99],
}

/** The measured values of a section. */
export function findVitals(read: ReadSection): VitalItem[] {
  return read.sentences.flatMap(({ start, end }) => {
    const items: VitalItem[] = []
    for (let at = start; at < end; at += 1) {
      const item = vitalAt(read, at, start, end) ?? saturationAt(read, at, end)
      if (!item) continue
      items.push(item.vital)
      at = item.end - 1
    }
    return items
  })
}

interface Found {
  vital: VitalItem
  end: number
}
function vitalAt(read: ReadSection, at: number, start: number, end: number): Found | undefined {
  const { tokens } = read
  const name = phraseAt(names, tokens, at, end)
  if (!name || isOther(tokens, at, start)) return undefined
  const isSingle = name.count === 1 && single.has(tokens[at]!.text)
  for (let from = at + name.count, last = Math.min(end, from + fillersMost + 1); from < last; from += 1) {
    const value = valueEnd(name.value, tokens, from, end)
    // "P 72": a letter alone names a value only next to it.
    if (
      value &&
      (!isSingle || name.value === 'blood pressure' || from === at + name.count || tokens[from - 1]!.text === ':')
    ) {
      const unit = unitAt(name.value, tokens, value, end)
      const last = value + (unit ?? 0)
      const vital = {
        kind: 'vital' as const,
        name: name.value,
        value: wordsBetween(read, from, value),
        ...(unit && { unit: wordsBetween(read, value, last) }),
        ...evidenceOf(read, at, last),
      }
      return { vital, end: last }
    }
    if (!fillers.has(tokens[from]!.text)) return undefined
  }
  return undefined
}
const isOther = (tokens: readonly Token[], at: number, start: number) =>
  [1, 2].some((count) => at - count >= start && phraseAt(notMeasured, tokens, at - count, at)?.count === count)
const unitAt = (name: VitalName, tokens: readonly Token[], at: number, end: number) =>
  phraseAt(units[name], tokens, at, end)?.count

/** Where the value of a vital sign ends that begins at a token. */
function valueEnd(name: VitalName, tokens: readonly Token[], at: number, end: number): number | undefined {
  const token = tokens[at]!
  if (token.kind !== 'number') return undefined
  const isOver = at + 2 < end && ['over', '/'].includes(tokens[at + 1]!.text) && tokens[at + 2]!.kind === 'number'
  // "140s over 80s"
  const second =
    tokens[at + 1]?.text === 's' && tokens[at + 1]!.isTight && /^(?:over|\/)$/.test(tokens[at + 2]?.text ?? '')
      ? at + 3
      : end
  if (name === 'blood pressure' && second < end && tokens[second]!.kind === 'number')
    return tokens[second + 1]?.text === 's' ? second + 2 : second + 1
  if (name === 'blood pressure') return /^\d{2,3}\/\d{2,3}$/.test(token.text) ? at + 1 : isOver ? at + 3 : undefined
  if (name === 'pain') return painEnd(tokens, at, end)
  if (name === 'height') return heightEnd(tokens, at, end)
  const bounds = plausible[name]
  const value = Number(token.text)
  if (Number.isNaN(value) || (bounds && (value < bounds[0] || value > bounds[1]))) return undefined
  if (
    name === 'weight' &&
    unitAt('weight', tokens, at + 1, end) === undefined &&
    tokens[at - 1]?.kind === 'word' &&
    !/^(?:weight|wt|weighs|weighed|is|was|of|at)$/.test(tokens[at - 1]!.text)
  )
    return undefined
  // "102 over 60" is a pressure, "80 mg" a dose.
  if (
    isOver ||
    (name !== 'weight' &&
      /^(?:mg|mcg|years?|days?|weeks?|hours?|months?|times|minutes?)$/.test(tokens[at + 1]?.text ?? ''))
  )
    return undefined
  return at + 1
}
/** "6/10", "6 out of 10". */
function painEnd(tokens: readonly Token[], at: number, end: number): number | undefined {
  const { text } = tokens[at]!
  if (/^\d{1,2}\/10$/.test(text)) return at + 1
  if (Number(text) > 10) return undefined
  const behind = (count: number) => (at + count < end ? tokens[at + count]!.text : '')
  if (behind(1) === 'out' && behind(2) === 'of' && behind(3) === '10') return at + 4
  const isRange = tokens[at + 1]?.isJoined && /^\d{1,2}\/10$/.test(behind(1))
  if (isRange) return at + 2
  return /^(?:score|level|scale|rating)$/.test(tokens[at - 1]?.text ?? '') ||
    (/^(?:of|is|was|:|at)$/.test(tokens[at - 1]?.text ?? '') &&
      /^(?:score|level|scale|rating)$/.test(tokens[at - 2]?.text ?? ''))
    ? at + 1
    : undefined
}
/** "5 feet 6 inches", "5 ft 6", "5'6"", "170" before a unit. */
function heightEnd(tokens: readonly Token[], at: number, end: number): number | undefined {
  const behind = (count: number) => (at + count < end ? tokens[at + count] : undefined)
  const isFeet = /^(?:feet|foot|ft|ft\.|')$/.test(behind(1)?.text ?? '')
  if (!isFeet) return at + 1
  const from = behind(2)?.text === ',' || behind(2)?.text === '.' ? 3 : 2
  if (behind(from)?.kind !== 'number') return at + 2
  return /^(?:inches|inch|in|in\.|")$/.test(behind(from + 1)?.text ?? '') ? at + from + 2 : at + from + 1
}

/** "94% on room air", without a name. */
function saturationAt(read: ReadSection, at: number, end: number): Found | undefined {
  const { tokens } = read
  if (tokens[at]!.kind !== 'number' || !['%', 'percent'].includes(tokens[at + 1]?.text ?? '') || at + 3 >= end)
    return undefined
  const isOxygen =
    tokens[at + 2]!.text === 'on' &&
    (/^(?:room|ra|oxygen|o2)$/.test(tokens[at + 3]!.text) || /^(?:l|liters?)$/.test(tokens[at + 4]?.text ?? ''))
  if (!isOxygen) return undefined
  return {
    vital: {
      kind: 'vital',
      name: 'oxygen saturation',
      value: tokens[at]!.text,
      unit: tokens[at + 1]!.text,
      ...evidenceOf(read, at, at + 2),
    },
    end: at + 2,
  }
}
