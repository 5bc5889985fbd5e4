import { sayDigits, sayInPairs, sayNumber, sayOrdinal } from './spoken-numbers.ts'

/** The source of a domain model: sentences with `{class}` places, by their heading. */
export interface Corpus {
  /** A heading, or `*` for any, and its sentences. */
  sections: { heading: string; sentences: string[] }[]
  /** The possible values of a place, e.g. `drug`. */
  classes: ReadonlyMap<string, readonly string[]>
}

/** Parses `# heading` and sentence lines, and `@class` lines with their words, separated by commas. */
export function readCorpus(text: string): Corpus {
  const sections: Corpus['sections'] = []
  const classes = new Map<string, string[]>()
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line.startsWith('# ')) sections.push({ heading: line.slice(2), sentences: [] })
    else if (line.startsWith('@')) {
      const [name, words] = line.slice(1).split(/:\s*/) as [string, string]
      classes.set(name, [...(classes.get(name) ?? []), ...words.split(/\s*,\s*/).filter(Boolean)])
    } else if (line !== '') sections.at(-1)?.sentences.push(line)
  }
  return { sections, classes }
}

/** The same numbers every time (mulberry32), so that a corpus always gives the same model. */
function createDice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
  const upTo = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return { upTo, one: <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)]! }
}
type Dice = ReturnType<typeof createDice>

const inHundreds = (dice: Dice, value: number) =>
  dice.upTo(0, 1) && value > 100 ? sayInPairs(value) : sayNumber(value)
const months = 'january february march april may june july august september october november december'.split(' ')

const usualDoses = (
  '1 2 4 5 6 8 10 12 15 20 25 30 40 50 60 75 80 81 90 100 110 120 125 150 160 175 200 220 240 250 300 325 400 500 600 ' +
  '650 750 800 850 875 900 1000 1200 1500 2000'
)
  .split(' ')
  .map(Number)

/** Places that contain numbers. */
const spokenValues: Record<string, (dice: Dice) => string> = {
  digit: (dice) => sayNumber(dice.upTo(1, 10)),
  number: (dice) => sayNumber(dice.upTo(2, dice.upTo(0, 2) ? 30 : 300)),
  age: (dice) => sayNumber(dice.upTo(2, 95)),
  dose: (dice) => inHundreds(dice, dice.one(usualDoses)),
  doseinpairs: (dice) => sayInPairs(dice.one([125, 150, 175, 225, 250, 275, 325, 350, 375, 450, 625, 650, 750, 875])),
  decimal: (dice) =>
    `${sayNumber(dice.upTo(0, 14))} point ${sayDigits(dice.upTo(0, 3) ? dice.upTo(0, 9) : dice.upTo(10, 99))}`,
  /** Below three, like creatinine. */
  smalldecimal: (dice) =>
    `${dice.one(['zero point', 'point', 'one point', 'two point'])} ${sayDigits(dice.upTo(0, 9))}`,
  /** Below one, like doses of digoxin or clonidine. */
  subdecimal: (dice) =>
    `${dice.one(['point', 'zero point', 'oh point'])} ${dice.one(['one', 'two', 'three', 'four', 'five', 'oh five', 'oh two five', 'one two five', 'one twenty five', 'two five', 'twenty five', 'seven five', 'seventy five', 'six two five'])}`,
  pressure: (dice) =>
    `${inHundreds(dice, dice.upTo(88, 195))} over ${dice.upTo(0, 12) ? sayNumber(dice.upTo(48, 99)) : inHundreds(dice, dice.upTo(100, 118))}`,
  ordinal: (dice) => sayOrdinal(dice.upTo(1, 12)),
  acuity: (dice) =>
    `twenty ${dice.one(['over ', ''])}${dice.one(['twenty', 'twenty five', 'thirty', 'forty', 'fifty', 'seventy', 'one hundred', 'two hundred'])}`,
  clock: (dice) =>
    `${sayNumber(dice.upTo(1, 12))} ${dice.one(['', '', 'fifteen', 'thirty', 'forty five', 'oh five', "o'clock"])} ${dice.one(['a m', 'p m', 'in the morning', 'in the afternoon', 'in the evening', 'at night', ''])}`,
  clockface: (dice) => `${sayNumber(dice.upTo(1, 12))} o'clock`,
  pulse: (dice) => inHundreds(dice, dice.upTo(48, 135)),
  temperature: (dice) =>
    `${dice.one(['ninety seven', 'ninety eight', 'ninety nine', 'one hundred', 'one oh one', 'one hundred one', 'thirty seven', 'thirty eight'])} point ${sayNumber(dice.upTo(1, 9))}`,
  saturation: (dice) => sayNumber(dice.upTo(84, 100)),
  count: (dice) => sayNumber(dice.upTo(2, 12)),
  hundreds: (dice) => inHundreds(dice, dice.upTo(101, 480)),
  year: (dice) =>
    dice.one([
      () => sayInPairs(dice.upTo(1950, 1999)),
      () => sayInPairs(dice.upTo(2010, 2026)),
      () => `two thousand ${dice.one(['', 'and '])}${sayNumber(dice.upTo(1, 26))}`,
    ])(),
  date: (dice) => `${dice.one(months)} ${sayOrdinal(dice.upTo(1, 31))}`,
}

/** Fills the places of a sentence; a class may contain places itself. */
function fill(sentence: string, classes: Corpus['classes'], dice: Dice): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = spokenValues[name]?.(dice)
    if (value !== undefined) return value
    const choices = classes.get(name)
    if (!choices) throw new Error(`The corpus has no class {${name}}.`)
    return fill(dice.one(choices), classes, dice)
  })
}

const plainWords = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean)

/** A word or phrase in its usual contexts: a word that occurs once in one context would hardly be recognised. */
export function inContexts(phrase: string): string[][] {
  const words = phrase.toLowerCase().match(/[a-z']+/g) ?? []
  if (words.length === 0) return []
  const before = ['', 'the', 'a', 'no', 'of', 'with', 'and', 'for', 'to', 'colon', 'period', 'comma']
  const behind = ['', 'period', 'comma', 'and', 'of', 'is', 'was', 'with', 'for', 'in', 'to', 'the']
  return before.map((word, index) => [word, ...words, behind[index]!].filter(Boolean))
}

/**
 * Spoken dictations from a corpus: every sentence several times with different words in its places, followed as in a
 * note by the next sentence, a break, or a heading. Every word of every class occurs.
 * @param headings spoken headings.
 */
export function* makeDictations(corpus: Corpus, headings: readonly string[], rounds: number): Generator<string[]> {
  const dice = createDice(20_261_121)
  const { sections, classes } = corpus
  for (const words of classes.values()) for (const entry of words) yield plainWords(fill(entry, classes, dice))
  for (const heading of headings) {
    yield [...plainWords(heading), 'colon']
    yield ['heading', ...plainWords(heading)]
  }
  for (let round = 0; round < rounds; round += 1)
    for (const { heading, sentences } of sections) {
      const said = heading === '*' ? dice.one(headings) : heading
      let pieces = dice.upTo(0, 3)
        ? [dice.one(['next paragraph', 'next paragraph', 'next line', 'period']), said, 'colon']
        : []
      for (const sentence of sentences) {
        // A called phrase has its own full stop, so most calls continue without one.
        const isCall = sentence.startsWith('insert ')
        pieces.push(fill(sentence, classes, dice), dice.upTo(0, isCall ? 1 : 30) ? 'period' : '')
        const follows = dice.upTo(0, 9)
        if (follows === 0 || (isCall && follows < 6))
          pieces.push(dice.one(['next paragraph', 'new paragraph', 'next line', 'new line']))
        if (follows < 2) pieces.push(dice.one(headings), 'colon')
        if (follows > 2 && follows < 6) {
          yield plainWords(pieces.join(' '))
          pieces = []
        }
      }
      yield plainWords([...pieces, 'next paragraph'].join(' '))
    }
}
