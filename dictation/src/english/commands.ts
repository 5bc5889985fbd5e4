import { merged, said, type Token } from '../token.ts'
import { articles, type CommandWord, commandWords, introducing, pointing } from './command-words.ts'
import { isNumberWord } from './number-words.ts'
import { isNear, isOneOf, saysAt, setOf } from './words.ts'

const bySpoken = new Map(commandWords.map((command) => [command.spoken, command]))
/** The commands by their first word, longest first. */
const byFirstWord = Map.groupBy(
  commandWords
    .map((command) => ({ command, words: command.spoken.split(' ') }))
    .toSorted((a, b) => b.words.length - a.words.length),
  ({ words }) => words[0]!,
)
/** The most words between "quote" and "unquote". */
const quotedMost = 60

/** The role of a command word at its place. */
type Meaning = 'command' | 'content' | 'doubtful'

/**
 * Replaces spoken marks and breaks by marks and breaks. For a word that can also be content, the words around it,
 * pauses and the engine's own punctuation decide. In doubt the word stays, with the mark as its other reading.
 */
export function readCommands(tokens: readonly Token[]): Token[] {
  const isPunctuated = tokens.some(({ isWritten }) => isWritten)
  const read: Token[] = []
  for (let at = 0; at < tokens.length; ) {
    const inBraces = readBraces(tokens[at]!)
    const found = inBraces ? undefined : findCommand(tokens, at)
    const meaning = inBraces
      ? 'command'
      : found && meaningOf(found, { tokens, at, before: read.at(-1), isPunctuated, isQuoting: isQuoting(read) })
    const { mark, count } = inBraces
      ? { mark: inBraces, count: 1 }
      : { mark: found?.command.mark, count: found?.count ?? 1 }
    const taken = tokens.slice(at, at + count)
    if (mark && meaning === 'command')
      addMark(read, { ...mark, ...keptOf(taken[0]!), from: taken.flatMap(({ from }) => from) })
    else if (mark && meaning === 'doubtful')
      read.push(merged(tokens, at, { text: taken.map(({ text }) => text).join(' '), count, unsure: [writtenAs(mark)] }))
    else for (const token of taken) addMark(read, token)
    at += count
  }
  return read
}
const keptOf = ({ isAfterPause }: Token) => (isAfterPause ? { isAfterPause } : {})

/** Whether a quotation is open in the text read so far. */
function isQuoting(read: readonly Token[]): boolean {
  const last = read.findLast(({ text, kind }) => text === '"' && (kind === 'opening' || kind === 'mark'))
  return last?.kind === 'opening'
}

/** A mark in the form of another reading: its sign, or one or two line feeds. */
const writtenAs = ({ text, kind }: Pick<Token, 'text' | 'kind'>) =>
  kind === 'paragraph' ? '\n\n' : kind === 'line' ? '\n' : text

const endMarks = /^[.?!]+$/
const middleMarks = /^[,:;]$/
/**
 * Adds a token. Of two marks in a row only one stays: a full stop before a comma, otherwise the later one. It keeps the
 * words of both.
 */
function addMark(read: Token[], token: Token): void {
  const before = read.at(-1)
  const areMarks = token.kind === 'mark' && before?.kind === 'mark'
  const isSame = areMarks && token.text === before.text && /[.,:;?!"]/.test(token.text)
  const replaces =
    areMarks && middleMarks.test(before.text) && (endMarks.test(token.text) || middleMarks.test(token.text))
  // A mark that the engine wrote after a spoken mark is its own guess at the same mark.
  const isGuess = areMarks && token.isWritten === true && before.isWritten !== true && !/[)"]/.test(before.text)
  const isReplaced = areMarks && endMarks.test(before.text) && (middleMarks.test(token.text) || token.text === '.')
  if (!isSame && !replaces && !isReplaced && !isGuess) {
    read.push(token)
    return
  }
  read[read.length - 1] = { ...(replaces && !isGuess ? token : before!), from: [...before!.from, ...token.from] }
}

/** A command that an engine writes in braces: "{new paragraph}". */
function readBraces(token: Token): Pick<Token, 'text' | 'kind'> | undefined {
  const name = /^\{\s*([^{}]+?)\s*\}$/.exec(token.text)?.[1]?.toLowerCase()
  return name === undefined ? undefined : bySpoken.get(name.replace(/\s+/g, ' '))?.mark
}

function findCommand(tokens: readonly Token[], at: number): { command: CommandWord; count: number } | undefined {
  for (const one of byFirstWord.get(said(tokens, at) ?? '') ?? [])
    if (saysAt(tokens, at, ...one.words)) return { command: one.command, count: one.words.length }
  return undefined
}

interface Place {
  tokens: readonly Token[]
  at: number
  /** The last token read so far. */
  before: Token | undefined
  isPunctuated: boolean
  /** Whether a quotation is open. */
  isQuoting: boolean
}

const isBreak = (token: Token | undefined) => token?.kind === 'line' || token?.kind === 'paragraph'
const isMark = (token: Token | undefined) => token?.kind === 'mark'

function meaningOf(found: { command: CommandWord; count: number }, place: Place): Meaning {
  const { command, count } = found
  const { tokens, at, before, isPunctuated } = place
  const { kind } = command.mark
  const after = tokens[at + count]
  const isBreaking = kind === 'line' || kind === 'paragraph'
  if (!isBreaking && kind !== 'opening' && (before === undefined || isBreak(before)))
    return before === undefined && !after ? 'content' : standsAlone(command, place, count)
  if (command.spoken === 'quote') return isQuoted(tokens, at) ? 'command' : 'content'
  if (command.mark.text === '"' && kind === 'mark' && !place.isQuoting) return 'content'
  if (kind === 'joining') return joins(command, place)
  const content = contentOf(command, place, count)
  if (content) return content
  if (isMarkedAgain(command, place, count)) return 'doubtful'
  if (isBreaking && isListed(place, count)) return 'doubtful'
  // "ct showed thickened colon": a colon that introduces a list cannot end the line.
  if (command.spoken === 'colon' && (!after || isBreak(after)) && !introduces(place)) return 'doubtful'
  // "liver comma spleen comma colon normal"
  if (command.spoken === 'colon' && before?.text === ',' && !introduces(place)) return 'doubtful'
  if (command.spoken === 'period' && namesSpan(place)) return 'doubtful'
  return isPunctuated ? inWrittenText(command, place, count) : 'command'
}

/** No mark can stand at the start of a text or a line, so the word stays. */
function standsAlone(command: CommandWord, { tokens, at }: Place, count: number): Meaning {
  return isOneOf(command.after ?? articles, tokens, at + count) ||
    isOneOf(command.perhapsAfter ?? articles, tokens, at + count)
    ? 'content'
    : 'doubtful'
}

/** The reason to read a word as content; undefined when there is none. */
function contentOf(command: CommandWord, place: Place, count: number): Meaning | undefined {
  const { tokens, at, before } = place
  const isBeforeWord = before?.kind === 'word'
  const name = isBeforeWord ? before.text.toLowerCase() : ''
  // Words after a pause begin another thought, and a word before a pause may have been a mark.
  const isSetOff = tokens[at]!.isAfterPause === true
  const isBeforePause = tokens[at + count]?.isAfterPause === true
  const isOver = tokens[at + count] === undefined || isBeforePause || tokens[at + count]!.kind !== 'word'
  const isAfter = !isBeforePause && isOneOf(command.after ?? empty, tokens, at + count)
  const isBefore = (command.before ?? empty).has(name)
  if (isBefore && endsSpan(name, place)) return isOver || said(tokens, at - 2) !== 'one' ? undefined : 'doubtful'
  if (isAfter) return command.spoken === 'colon' && introducing.has(name) ? 'doubtful' : 'content'
  if (isBefore) return isSetOff && isOver ? 'doubtful' : 'content'
  if ((command.nounBefore ?? empty).has(name)) return ofNoun(name, place, isOver)
  const goesOn = !isBeforePause && !isSetOff && isOneOf(command.perhapsAfter ?? empty, tokens, at + count)
  if (articles.has(name) || /['’]s$|s['’]$/.test(name)) return isSetOff ? 'doubtful' : 'content'
  if (pointing.has(name)) return ofPointing(command, goesOn)
  if (goesOn) return introducing.has(name) ? undefined : 'doubtful'
  return undefined
}
const empty: ReadonlySet<string> = new Set()

/**
 * After "her", "this" or "no" a sentence may end and a list may continue: "i will see her period", "because of this
 * comma".
 */
function ofPointing({ spoken, mark }: CommandWord, goesOn: boolean): Meaning | undefined {
  if (spoken === 'colon') return 'content'
  if (spoken === 'period') return goesOn ? 'content' : 'doubtful'
  return mark.kind === 'line' || mark.kind === 'paragraph' ? 'doubtful' : undefined
}

const spanning = setOf('during over in throughout for after within')
/** "during the recovery period" is a span of time; "he agreed to the admission period" may be the end of a sentence. */
function ofNoun(name: string, { tokens, at }: Place, isOver: boolean): Meaning | undefined {
  const isTime = name === 'time'
  const isNow = isTime && isOneOf(pointing, tokens, at - 2)
  // "at this time", "by that time"
  if (isNow && !isOneOf(spanning, tokens, at - 3)) return undefined
  const hasArticle = isOneOf(articles, tokens, at - 2) || isOneOf(pointing, tokens, at - 2)
  const isSame = isTime && isOneOf(sameTime, tokens, at - 2)
  if (!hasArticle && !isSame) return undefined
  if (isSame || isNear(spanning, tokens, at - 1, 3)) return 'content'
  return isOver ? 'doubtful' : 'content'
}
const sameTime = setOf('same given entire whole short long')

const perSpan = setOf('per each every')
const often = setOf('once twice times tablets tablet capsules puffs drops')
const span = /^(?:hour|day|week|month|year|minute)$/
const prepositions = setOf('during between')
const bleedingWords = setOf('pain pains cramps cramping bleeding spotting symptoms discomfort')
const describing = /(?:ous|ful|less|ictal|omal|scent|sive|tive|ening)$/
/** Whether "period" is a span of time and not the end of a sentence: "during period", "a stressful period for him". */
const namesSpan = ({ tokens, at, before }: Place) =>
  before?.kind === 'word' &&
  (prepositions.has(before.text.toLowerCase()) ||
    (/^(?:with|before|after|since|without|in)$/i.test(before.text) && isNear(bleedingWords, tokens, at - 1, 6)) ||
    (describing.test(before.text.toLowerCase()) && isOneOf(articles, tokens, at - 2)))

/**
 * Whether the sentence ends after the span: true for "return in one week period" and "seen every day period", false for
 * "a two week period".
 */
function endsSpan(name: string, { tokens, at }: Place): boolean {
  if (!span.test(name)) return false
  // "twice a day period", "twenty per minute period"
  if (isOneOf(perSpan, tokens, at - 2) || (said(tokens, at - 2) === 'a' && isOneOf(often, tokens, at - 3))) return true
  const isOne = said(tokens, at - 2) === 'one' && !isOneOf(articles, tokens, at - 3)
  return isOne || !isNumberWord(said(tokens, at - 2))
}

/** Whether another mark follows, so that the word was probably not a mark: "perforated colon comma". */
const isMarkedAgain = ({ spoken }: CommandWord, { tokens, at }: Place, count: number) =>
  (spoken === 'colon' && ['comma', 'period', 'semicolon'].includes(said(tokens, at + count) ?? '')) ||
  (spoken === 'period' && said(tokens, at + count) === 'comma')

/** A line break between commas is an item of a list: "central line comma new line comma picc". */
const isListed = ({ tokens, at, before }: Place, count: number) =>
  before?.text === ',' && (tokens[at + count]?.text === ',' || said(tokens, at + count) === 'comma')

/** Decides on a command that joins two words. Both words must exist. */
function joins(command: CommandWord, { tokens, at, before }: Place): Meaning {
  const after = tokens[at + 1]
  if (before?.kind !== 'word' || after?.kind !== 'word') return after ? 'doubtful' : 'content'
  const name = before.text.toLowerCase()
  if (command.after?.has(after.text.toLowerCase()) || command.before?.has(name)) return 'content'
  return articles.has(name) ? 'content' : 'command'
}

/** Whether words and then "unquote" follow. A bare "quote unquote" is content. */
function isQuoted(tokens: readonly Token[], at: number): boolean {
  let words = 0
  for (let next = at + 1; next < Math.min(tokens.length, at + quotedMost); next += 1) {
    const name = said(tokens, next)
    if (name === 'unquote') return words > 0
    if (name === 'quote') return ['end', 'close'].includes(said(tokens, next - 1) ?? '') && words > 1
    if (name !== undefined) words += 1
  }
  return false
}

/** Whether a word that introduces a list or a section is directly before, ignoring marks of the engine. */
function introduces({ tokens, at }: Place): boolean {
  let back = at - 1
  while (isMark(tokens[back])) back -= 1
  return isOneOf(introducing, tokens, back)
}

/** In text that the engine has punctuated, a spoken mark counts only if the engine also ended something here. */
function inWrittenText(command: CommandWord, place: Place, count: number): Meaning {
  const { tokens, at, before } = place
  if (command.mark.kind === 'line' || command.mark.kind === 'paragraph' || command.mark.kind === 'opening')
    return 'command'
  const after = tokens[at + count]
  if (command.spoken === 'colon') return introduces(place) ? 'command' : 'doubtful'
  const endsHere = after === undefined || isMark(after) || isBreak(after) || /^\p{Lu}/u.test(after.text)
  if (endsHere || isMark(before)) return 'command'
  return command.spoken === 'period' ? 'doubtful' : 'command'
}
