import type { HeardWord } from '../port.ts'

/** The words of one piece; all times in seconds from the beginning of the whole. */
export interface HeardPiece {
  from: number
  to: number
  words: readonly HeardWord[]
  /**
   * How far the times of one word may differ between two pieces, in seconds; null: times are guessed, and cannot be
   * used.
   */
  strayingSeconds: number | null
}

const middleOf = ({ start, end }: HeardWord) => (start + end) / 2
const sameWord = (one: HeardWord, two: HeardWord) => one.word.toLowerCase() === two.word.toLowerCase()
/** Whether two words overlap in time, whatever their text. */
const atSameTime = (one: HeardWord, two: HeardWord) =>
  Math.abs(middleOf(one) - middleOf(two)) < Math.max(one.end - one.start, two.end - two.start) / 2

/** Words that begin or end so near the end of a piece may be cut, in seconds. */
const edgeSeconds = 0.15
const mayBeCutIn = ({ to }: HeardPiece, { end }: HeardWord) => end > to - edgeSeconds
const mayBeginCutIn = ({ from }: HeardPiece, { start }: HeardWord) => start < from + edgeSeconds
const overlap = (one: HeardWord, two: HeardWord) => one.start < two.end && two.start < one.end

/** Pairs of indexes of complete words that both pieces contain, in order: as many and as near in time as possible. */
function pairsOf(before: HeardPiece, after: HeardPiece, strayingSeconds: number): [number, number][] {
  const scores = Array.from({ length: before.words.length + 1 }, () => new Float64Array(after.words.length + 1))
  const gain = (one: HeardWord, two: HeardWord) => {
    const apart = Math.abs(one.start - two.start)
    if (apart > strayingSeconds || !sameWord(one, two) || mayBeCutIn(before, one) || mayBeginCutIn(after, two)) return 0
    return Math.max(0.01, 1 - apart / strayingSeconds)
  }
  for (let one = before.words.length - 1; one >= 0; one -= 1)
    for (let two = after.words.length - 1; two >= 0; two -= 1) {
      const matched = gain(before.words[one]!, after.words[two]!)
      scores[one]![two] = Math.max(
        scores[one + 1]![two]!,
        scores[one]![two + 1]!,
        matched > 0 ? matched + scores[one + 1]![two + 1]! : 0,
      )
    }
  const pairs: [number, number][] = []
  for (let one = 0, two = 0; one < before.words.length && two < after.words.length; )
    if (scores[one]![two] === scores[one + 1]![two]) one += 1
    else if (scores[one]![two] === scores[one]![two + 1]) two += 1
    else pairs.push([one++, two++])
  return pairs
}

/**
 * Joins by time if the pieces have no word in common: a word that may be cut is dropped in favour of the other side;
 * doubtful words stay.
 */
function joinByTime(before: HeardPiece, after: HeardPiece): HeardWord[] {
  const cut = (after.from + before.to) / 2
  const wholeBefore = before.words.filter((word) => !mayBeCutIn(before, word))
  const wholeAfter = after.words.filter((word) => !mayBeginCutIn(after, word))
  // Only for a word that is complete on the other side: if both may be cut, neither is dropped.
  const isHeardBy = (others: readonly HeardWord[]) => (word: HeardWord) => others.some((other) => overlap(word, other))
  const first = before.words.filter((word) => wholeBefore.includes(word) || !isHeardBy(wholeAfter)(word))
  const second = after.words.filter((word) => wholeAfter.includes(word) || !isHeardBy(wholeBefore)(word))
  const kept = first.filter((word) => middleOf(word) < cut)
  const last = kept.at(-1)
  const added = second.filter((word) => !last || (middleOf(word) > middleOf(last) && !atSameTime(word, last)))
  const next = added[0]
  const alone = first
    .slice(kept.length)
    .filter((word) => (!next || middleOf(word) < middleOf(next)) && !added.some((other) => atSameTime(word, other)))
  return [...kept, ...alone, ...added]
}

const lettersOf = ({ word }: HeardWord) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
/** A cut in a pause shares only silence. */
const silenceSeconds = 1
/**
 * Number of words at an end that may be cut or misrecognised, and number of equal words that count as the same ones.
 */
const raggedWords = 2
const leastAlike = 2
const mostAlike = 20

/**
 * Joins pieces with guessed times: the longest run of equal words at the end of one and the beginning of the other is
 * written once. If there is none, everything stays: doubtful words appear twice.
 */
function joinByWords({ words: before, to }: HeardPiece, { words: after, from }: HeardPiece): HeardWord[] {
  if (to - from < silenceSeconds) return [...before, ...after]
  for (let alike = Math.min(mostAlike, before.length, after.length); alike >= leastAlike; alike -= 1)
    for (let behind = 0; behind <= raggedWords; behind += 1)
      for (let ahead = 0; ahead <= raggedWords; ahead += 1) {
        const begin = before.length - behind - alike
        // Words dropped at an end must be recognised by the other side, which has to continue there.
        const isHeard = (behind === 0 || ahead + alike < after.length) && (ahead === 0 || begin > 0)
        if (begin < 0 || ahead + alike > after.length || !isHeard) continue
        const isAlike = Array.from({ length: alike }, (_, index) => index).every(
          (index) => lettersOf(before[begin + index]!) === lettersOf(after[ahead + index]!),
        )
        if (isAlike) return [...before.slice(0, begin + alike), ...after.slice(ahead + alike)]
      }
  return [...before, ...after]
}

function joinTwo(before: HeardPiece, after: HeardPiece): HeardWord[] {
  if (before.strayingSeconds === null || after.strayingSeconds === null) return joinByWords(before, after)
  const cut = (after.from + before.to) / 2
  const strayingSeconds = Math.max(before.strayingSeconds, after.strayingSeconds)
  const isShared = before.words.map(({ end }) => end >= after.from - strayingSeconds)
  const fixed = before.words.slice(0, isShared.includes(true) ? isShared.indexOf(true) : before.words.length)
  const shared = { ...before, words: before.words.slice(fixed.length) }
  const head = { ...after, words: after.words.filter(({ start }) => start <= before.to + strayingSeconds) }
  const pairs = pairsOf(shared, head, strayingSeconds)
  if (pairs.length === 0) return [...fixed, ...joinByTime(shared, after)]
  const far = ([one, two]: [number, number]) =>
    Math.abs((middleOf(shared.words[one]!) + middleOf(head.words[two]!)) / 2 - cut)
  const [one, two] = pairs.reduce((best, pair) => (far(pair) < far(best) ? pair : best))
  return [...fixed, ...shared.words.slice(0, one + 1), ...after.words.slice(two + 1)]
}

/**
 * The words of overlapping pieces, each once. With guessed times, pieces are joined by their text; otherwise at the
 * common word nearest the middle of the overlap, or by time if no word is common. A word cut at the end of one side is
 * taken from the other.
 */
export function joinPieces(pieces: readonly HeardPiece[]): HeardWord[] {
  const [first, ...rest] = pieces
  if (!first) return []
  return rest.reduce((joined, piece) => ({ ...piece, words: joinTwo(joined, piece) }), first).words.slice()
}
