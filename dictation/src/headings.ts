import { headingText, type NoteHeading } from './note-text.ts'
import { bracketedHeading } from './recognised-tokens.ts'
import type { Token } from './token.ts'

export interface KnownHeading extends NoteHeading {
  /** The spoken words of the heading, in lower case. */
  spoken: string[]
}

const spokenWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The headings to listen for: the template's first, then the system's; matched regardless of case (EDIT-57). */
export function knownHeadings(
  template: readonly NoteHeading[],
  system: readonly { name: string; spoken: readonly string[] }[],
): KnownHeading[] {
  const spokenOf = (name: string) => system.find((one) => headingText(one.name) === headingText(name))?.spoken ?? []
  const wanted = [
    ...template.map((heading) => ({ heading, ways: [heading.customUIHeading, ...spokenOf(heading.systemHeading)] })),
    ...system.map(({ name, spoken }) => ({
      heading: { customUIHeading: name, systemHeading: name },
      ways: [name, ...spoken],
    })),
  ]
  return wanted.flatMap(({ heading, ways }) =>
    ways.map((way) => ({
      customUIHeading: headingText(heading.customUIHeading),
      systemHeading: heading.systemHeading,
      spoken: spokenWords(way),
    })),
  )
}

export interface FoundHeading {
  heading: NoteHeading
  /** The number of tokens that the heading took, including its cue and colon. */
  count: number
}

/** A word in the form used for comparison, without the mark after it. */
export const plainWord = (token: Token | undefined) =>
  token?.kind === 'word' ? token.text.toLowerCase().replace(/[:.,]+$/, '') : undefined

/** Words after which a heading's name is only mentioned, not begun: "in the next section", "we went through the plan: rest". */
const toldOf = new Set('a an the this that each to in of our your my his her their see'.split(' '))
export const isToldOf = (before: Token | undefined): boolean => toldOf.has(plainWord(before) ?? '')

/** The facts about a dictation at a place where a heading may begin. */
export interface HeadingContext {
  known: readonly KnownHeading[]
  /** Whether the speaker paused before a token: engines without punctuation write no full stop there. */
  isAfterPause: (at: number) => boolean
  /** The headings of the recorder's checklist: it ticks them wherever they are said with "colon". */
  flow?: readonly NoteHeading[] | undefined
}

/**
 * The heading that begins at a token. At the start and after a break, its words alone suffice. After a full stop, a phrase or a
 * pause, a colon must follow; a checklist heading with a colon counts anywhere. After the cue "heading" the words count
 * anywhere.
 * @param before the tokens before it.
 */
export function findHeading(
  tokens: readonly Token[],
  at: number,
  { known, isAfterPause, flow = [] }: HeadingContext,
  before = tokens[at - 1],
): FoundHeading | undefined {
  const bracketed = tokens[at] && bracketedHeading(tokens[at])
  if (bracketed !== undefined) return findBracketed(tokens, at, bracketed, known)
  const isFresh = before === undefined || before.kind === 'paragraph' || before.kind === 'line'
  const isAfterStop = before !== undefined && (before.kind === 'phrase' || /[.?!]$/.test(before.text))
  const cue = plainWord(tokens[at]) === 'heading' ? 1 : 0
  const isBegun = isFresh || isAfterStop || cue > 0
  if (!isBegun && (isToldOf(before) || (flow.length === 0 && !isAfterPause(at)))) return undefined
  const matching = known.filter(
    ({ spoken }) => spoken.length > 0 && spoken.every((name, index) => plainWord(tokens[at + cue + index]) === name),
  )
  const longest = Math.max(0, ...matching.map(({ spoken }) => spoken.length))
  const best = matching.find(({ spoken }) => spoken.length === longest)
  if (!best) return undefined
  const isLed = flow.some(({ customUIHeading }) => headingText(customUIHeading) === best.customUIHeading)
  if (!isBegun && !isLed && !isAfterPause(at)) return undefined
  const end = at + cue + longest
  const hasColon = tokens[end]?.text === ':' || tokens[end - 1]!.text.endsWith(':')
  if (!isFresh && cue === 0 && !hasColon && !isSentence(tokens, at, end)) return undefined
  // A heading's name that runs into a sentence at the very start is prose: "plan to start aspirin".
  if (isFresh && cue === 0 && !hasColon && (isListed(tokens[end]) || runsOn.has(plainWord(tokens[end]) ?? '')))
    return undefined
  // Any mark that follows ends the heading.
  return { heading: best, count: end - at + (isMark(tokens[end]) ? 1 : 0) }
}
/** "Stable. Plan. Continue aspirin.": a heading that an engine wrote as a separate sentence. */
const isSentence = (tokens: readonly Token[], at: number, end: number) =>
  tokens[at - 1]?.kind === 'mark' &&
  tokens[end]?.text === '.' &&
  tokens[end].isWritten === true &&
  /^\p{Lu}/u.test(tokens[at]!.text)

const isMark = (token: Token | undefined) => token?.kind === 'mark' && /^[:.,;]$/.test(token.text)
/** "medications comma allergies": a list rather than a heading. */
const isListed = (token: Token | undefined) => token?.kind === 'mark' && /^[,;]$/.test(token.text)

/** Words that continue a sentence after a heading's name: "plan to start aspirin", "allergies include latex". */
const runsOn = new Set(
  (
    'to is was of and for with were are will has have had should include includes included reveals revealed shows showed remains ' +
    'remained discussed reviewed consistent significant notable unremarkable in at from that ' +
    'called evaluated reviewed consulted recommended recommends performed suggest suggests suggested lasted went saw drawn obtained agreed ' +
    'notified contacted felt came helped helps show visit appointment b'
  ).split(' '),
)

/** A heading in the engine's brackets counts anywhere. */
function findBracketed(
  tokens: readonly Token[],
  at: number,
  name: string,
  known: readonly KnownHeading[],
): FoundHeading | undefined {
  const spoken = spokenWords(name).join(' ')
  const heading = known.find((one) => one.spoken.join(' ') === spoken)
  return heading && { heading, count: isMark(tokens[at + 1]) ? 2 : 1 }
}
