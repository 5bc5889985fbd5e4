import { said, type Token, type Written } from '../token.ts'
import { isNumberWord, readBelowHundred, readDigit } from './number-words.ts'
import { amountAt, numberAt } from './points.ts'
import { asDose, isCounted, readUnit } from './units.ts'
import { isNear, isOneOf, setOf } from './words.ts'

const oneOfThem = setOf('a an the each per one single her his this')

/** "two fifty milligram tablets", "eight ten millimeter nodules": 250 mg tablets, or two of 50 mg. */
function isManyOfThem(tokens: readonly Token[], at: number, end: number): boolean {
  return /[^is]s$/.test(said(tokens, end) ?? '') && !isOneOf(oneOfThem, tokens, at - 1)
}

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
    // As it was said: which of both was meant, nobody can tell.
    return { text: wordsOf(tokens, at, count), count, unsure: [`${digits} ${unit.text}`, each] }
  }
  return { text: `${digits}${scale} ${unit.text}`, count }
}
const wordsOf = (tokens: readonly Token[], at: number, count: number) =>
  tokens
    .slice(at, at + count)
    .map(({ text }) => text)
    .join(' ')

/** An amount that an engine wrote as one word: "5mg". */
function glued(tokens: readonly Token[], at: number): Written | undefined {
  const found = /^(\d*(?:\.\d+)?)(mg|mcg|ug|µg|μg|ml|g|kg|meq|units)$/.exec(said(tokens, at) ?? '')
  if (!found || found[1] === '') return undefined
  const unit = readUnit([{ text: found[2]!, kind: 'word', from: [] }], 0)!
  const digits = found[1]!.startsWith('.') ? `0${found[1]!}` : found[1]!
  return { text: `${unit.isDose ? asDose(digits) : digits} ${unit.text}`, count: 1 }
}

/** "ten U", "ten international units": ISMP spells units out. */
export function unitsSpelled(tokens: readonly Token[], at: number): Written | undefined {
  const number = numberAt(tokens, at)
  const next = tokens[at + (number?.count ?? 0)]
  return number && next?.kind === 'word' && (next.text === 'U' || next.text === 'IU')
    ? { text: `${asDose(number.digits)} units`, count: number.count + 1 }
    : undefined
}

/** Products of two drugs, with their strengths as they are sold. */
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

/** "oxycodone five three twenty five" → 5/325, of a product that is sold so. */
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
/** Where a number ends that is said in words, of those that may be read otherwise together with what follows. */
function readExactly(digits: string, tokens: readonly Token[], at: number): number | undefined {
  const candidates = [numberAt(tokens, at), readBelowHundred(tokens, at), single(tokens, at)]
  const found = candidates.find((one) => one !== undefined && String(one.value) === digits)
  return found && at + found.count
}
function single(tokens: readonly Token[], at: number): { value: number; count: number } | undefined {
  const hundreds = said(tokens, at + 1) === 'hundred' ? readDigit(tokens, at) : undefined
  if (hundreds) return { value: hundreds * 100, count: 2 }
  const value = readDigit(tokens, at)
  return value === undefined ? undefined : { value, count: 1 }
}

const named = setOf('phone telephone record account accession identification fax pager cell serial room')
/** A number after "number": "number thirty" → #30; "accession number eight eight" stays. */
export function numbered(tokens: readonly Token[], at: number): Written | undefined {
  if (said(tokens, at) !== 'number' || isOneOf(named, tokens, at - 1)) return undefined
  const number = numberAt(tokens, at + 1)
  return number?.isSpoken && Number.isInteger(number.value) && !isCounted(tokens, at + 1 + number.count)
    ? { text: `#${number.value}`, count: 1 + number.count }
    : undefined
}
