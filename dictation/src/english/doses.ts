import { said, type Token, type Written } from '../token.ts'
import { isNumberWord, readBelowHundred } from './number-words.ts'
import { amountAt, numberAt } from './points.ts'
import { asDose, isCounted, oneOfThem, readUnit } from './units.ts'
import { isNear, isOneOf, setOf } from './words.ts'

const numbering = setOf('week day step cycle phase factor course level')
const thresholds = setOf('over above to than under below between')

/**
 * Whether the first word counts the things: "two fifty milligram tablets" and "eight ten millimeter nodules" mean 250
 * mg tablets, or two tablets of 50 mg.
 */
function isManyOfThem(tokens: readonly Token[], at: number, end: number): boolean {
  if (isOneOf(oneOfThem, tokens, at - 1)) return false
  // "take one fifty milligram tablet" means one tablet of 50 mg, or one of 150 mg.
  const isOne =
    said(tokens, at) === 'one' &&
    (isOneOf(single, tokens, end) || said(tokens, end - 1) === 'millimeter' || said(tokens, end - 1) === 'centimeter')
  return isOne || /[^is]s$/.test(said(tokens, end) ?? '')
}
const single = setOf('tablet tab capsule cap pill patch vial suppository')

/** "ten milligrams per deciliter" → 10 mg/dL; "ninety seven percent" → 97%; ".5 mg" → 0.5 mg; "5.0 mg" → 5 mg. */
export function measure(tokens: readonly Token[], at: number): Written | undefined {
  const number = amountAt(tokens, at)
  if (!number) return glued(tokens, at)
  const next = at + number.count
  const million = said(tokens, next) === 'million' ? 1 : 0
  if (said(tokens, next) === 'percent') return { text: `${number.digits}%`, count: number.count + 1 }
  const unit = readUnit(tokens, next + million)
  const scale = million ? ' million' : ''
  if (!unit) return million ? { text: `${number.digits}${scale}`, count: number.count + 1 } : undefined
  const count = number.count + million + unit.count
  const digits = unit.isDose ? asDose(number.digits) : number.digits
  if (number.isShort && unit.isSingular && isManyOfThem(tokens, at, at + count)) {
    const strength = number.value % 100
    const each = `${Math.floor(number.value / 100)} ${strength} ${unit.text}`
    // Keep the spoken words, because nobody can tell which reading was meant.
    return { text: wordsOf(tokens, at, count), count, unsure: [`${digits} ${unit.text}`, each] }
  }
  // "scale over three hundred eight units": a limit and a number of units.
  const isScale = /^units?$/.test(unit.text) && isOneOf(thresholds, tokens, at - 1) && number.value > 100
  if (isScale && number.value % 100 > 0 && number.value % 100 < 20)
    return { text: wordsOf(tokens, at, count), count, unsure: [`${digits} ${unit.text}`] }
  // "week two fifty milligrams" means 250 mg, or 50 mg in week two.
  if (number.isShort && isOneOf(numbering, tokens, at - 1))
    return { text: wordsOf(tokens, at, count), count, unsure: [`${digits} ${unit.text}`] }
  // After a pause, the number may continue the one before it: "eighty … one milligrams".
  const isRest = tokens[at]!.isAfterPause && isNumberWord(said(tokens, at - 1))
  return { text: `${digits}${scale} ${unit.text}`, count, ...(isRest && { unsure: [] }) }
}
const wordsOf = (tokens: readonly Token[], at: number, count: number) =>
  tokens
    .slice(at, at + count)
    .map(({ text }) => text)
    .join(' ')

/** An amount that an engine wrote as one word: "5mg". */
function glued(tokens: readonly Token[], at: number): Written | undefined {
  const found = /^(\d*(?:\.\d+)?)(mg|mcg|ug|µg|μg|ml|g|kg|meq|units|u|iu)((?:\/\w+)*)$/.exec(said(tokens, at) ?? '')
  if (!found) return undefined
  const [, number = '', name = '', per = ''] = found
  const micro = /^(?:ug|µg|μg)$/.test(name)
  if (number === '') return micro && isNumberWord(said(tokens, at - 1)) ? { text: `mcg${per}`, count: 1 } : undefined
  const isUnits = /^(?:u|iu)$/.test(name)
  if (isUnits && !/[0-9](?:U|IU)$/.test(tokens[at]!.text)) return undefined
  const unit = readUnit([{ text: isUnits ? 'units' : name, kind: 'word', from: [] }], 0)!
  const digits = number.startsWith('.') ? `0${number}` : number
  return { text: `${unit.isDose && per === '' ? asDose(digits) : digits} ${unit.text}${per}`, count: 1 }
}

/** Units that ISMP requires to be spelled out: "ten U", "ten international units". */
export function unitsSpelled(tokens: readonly Token[], at: number): Written | undefined {
  const number = numberAt(tokens, at)
  const next = tokens[at + (number?.count ?? 0)]
  const stop = next?.kind === 'word' ? /^I?U(\.?)$/.exec(next.text)?.[1] : undefined
  return number && stop !== undefined
    ? { text: `${asDose(number.digits)} units${stop}`, count: number.count + 1 }
    : undefined
}

/** Products of two drugs, with the strengths in which they are sold. */
const combinations: readonly { names: ReadonlySet<string>; strengths: readonly (readonly [string, string])[] }[] = [
  {
    names: setOf('oxycodone percocet hydrocodone norco vicodin lortab endocet roxicet acetaminophen'),
    strengths: [
      ['2.5', '325'],
      ['5', '325'],
      ['7.5', '325'],
      ['10', '325'],
      ['5', '300'],
      ['7.5', '300'],
      ['10', '300'],
      ['5', '500'],
    ],
  },
  {
    names: setOf('bactrim septra sulfamethoxazole trimethoprim'),
    strengths: [
      ['800', '160'],
      ['400', '80'],
    ],
  },
  {
    names: setOf('augmentin amoxicillin clavulanate'),
    strengths: [
      ['875', '125'],
      ['500', '125'],
      ['250', '125'],
    ],
  },
  {
    names: setOf('advair fluticasone salmeterol wixela'),
    strengths: [
      ['100', '50'],
      ['250', '50'],
      ['500', '50'],
      ['115', '21'],
      ['230', '21'],
    ],
  },
  {
    names: setOf('symbicort budesonide formoterol'),
    strengths: [
      ['80', '4.5'],
      ['160', '4.5'],
    ],
  },
  {
    names: setOf('sinemet carbidopa levodopa'),
    strengths: [
      ['10', '100'],
      ['25', '100'],
      ['25', '250'],
    ],
  },
  {
    names: setOf('losartan hyzaar hydrochlorothiazide hctz'),
    strengths: [
      ['50', '12.5'],
      ['100', '12.5'],
      ['100', '25'],
    ],
  },
  {
    names: setOf('lisinopril zestoretic'),
    strengths: [
      ['10', '12.5'],
      ['20', '12.5'],
      ['20', '25'],
    ],
  },
  {
    names: setOf('valsartan diovan'),
    strengths: [
      ['80', '12.5'],
      ['160', '12.5'],
      ['160', '25'],
      ['320', '25'],
    ],
  },
  {
    names: setOf('entresto sacubitril'),
    strengths: [
      ['24', '26'],
      ['49', '51'],
      ['97', '103'],
    ],
  },
  {
    names: setOf('insulin humulin novolin nph mix'),
    strengths: [
      ['70', '30'],
      ['50', '50'],
      ['75', '25'],
    ],
  },
  {
    names: setOf('janumet sitagliptin metformin'),
    strengths: [
      ['50', '500'],
      ['50', '1000'],
    ],
  },
]

/** "oxycodone five three twenty five" → 5/325, if the product is sold in this strength. */
export function combination(tokens: readonly Token[], at: number): Written | undefined {
  if (!isNumberWord(said(tokens, at)) && said(tokens, at) !== 'point') return undefined
  const product = combinations.find(({ names }) => isNear(names, tokens, at, 4))
  if (!product) return undefined
  for (const [first, second] of product.strengths) {
    const end = readExactly(first, tokens, at)
    const last = end === undefined ? undefined : readExactly(second, tokens, end)
    if (last !== undefined && !isCounted(tokens, last - 1) && end !== last)
      return { text: `${first}/${second}`, count: last - at }
  }
  return undefined
}
/** Finds the end of this number, said in as few words as possible from a token on. */
function readExactly(digits: string, tokens: readonly Token[], at: number): number | undefined {
  for (let end = at + 1; end <= Math.min(tokens.length, at + combinedWords); end += 1) {
    const found = numberAt(tokens.slice(0, end), at)
    if (found && found.count === end - at && found.value === Number(digits)) return end
  }
  return undefined
}
const combinedWords = 5

const named = setOf('phone telephone record account accession identification fax pager cell serial room')
/** A number after the word "number": "number thirty" → #30; "accession number eight eight" stays. */
export function numbered(tokens: readonly Token[], at: number): Written | undefined {
  if (said(tokens, at) !== 'number' || isOneOf(named, tokens, at - 1)) return undefined
  const whole = numberAt(tokens, at + 1)
  // "teeth number one sixteen seventeen": the first of several numbers.
  const isFirst = whole?.isShort === true && isNumberWord(said(tokens, at + 1 + whole.count))
  const number = isFirst ? { ...whole, ...readBelowHundred(tokens, at + 1)! } : whole
  return number?.isSpoken && Number.isInteger(number.value) && !isCounted(tokens, at + 1 + number.count)
    ? { text: `#${number.value}`, count: 1 + number.count }
    : undefined
}
