import { numbersIn, type Sounds, soundsOfWords } from './phones.ts'

const kinds = ['aeiou', 'ptkbdg', 'mn', 'sSCJzTfvh', 'lrw']
const vowels = kinds[0]!

/** The cost of hearing one sound as another: lower within one kind of sounds. */
function costOf(one: string, other: string): number {
  if (one === other) return 0
  return kinds.some((kind) => kind.includes(one) && kind.includes(other)) ? 0.5 : 1
}
const costOfOne = (sound: string) => (vowels.includes(sound) ? 0.5 : 1)

/** The distance between two sound sequences, relative to their length: 0 is equal, 1 is entirely different. */
export function distanceOf(one: string, other: string): number {
  let row = [0]
  for (const sound of other) row.push(row.at(-1)! + costOfOne(sound))
  for (const sound of one) {
    const next = [row[0]! + costOfOne(sound)]
    for (const [at, against] of [...other].entries())
      next.push(
        Math.min(row[at]! + costOf(sound, against), row[at + 1]! + costOfOne(sound), next[at]! + costOfOne(against)),
      )
    row = next
  }
  return row.at(-1)! / Math.max(1, one.length, other.length)
}

/** The greatest distance of a key of letters as a whole and of one letter in it; and how much nearer it must be than any other key. */
const farthest = 0.34
const letterFarthest = 0.5
const clearly = 0.12
/** Words after "insert" that show that a thing is inserted: "insert the catheter". */
const tellOf = new Set('a an the this that it his her their one another some any no'.split(' '))

const joined = (row: readonly Sounds[]) => row.map(({ sounds }) => sounds).join('')
const lettersOf = (key: string) => key.normalize('NFKC').match(/\d+|\p{L}+/gu) ?? []

/** A key prepared for comparison. */
interface ReadyKey<T> {
  one: T
  row: readonly Sounds[]
  sounds: string
  numbers: string
}

function readyKeyOf<T extends { key: string }>(one: T): ReadyKey<T> {
  const words = lettersOf(one.key)
  const row = soundsOfWords(words)
  return { one, row, sounds: joined(row), numbers: numbersIn(words) }
}

/** Words must sound the same, since hypertension is not hypotension; letters need only sound similar. */
const mayBeHeard = ({ sounds, isLetter }: Sounds, heard: Sounds) =>
  sounds === heard.sounds || (isLetter && distanceOf(heard.sounds, sounds) <= letterFarthest)

/** The distance of a key from the heard sounds `all`; undefined when it is too great. */
function distanceTo({ row, sounds }: ReadyKey<unknown>, heard: readonly Sounds[], all: string): number | undefined {
  if (all === sounds) return 0
  if (heard.length !== row.length || Math.abs(sounds.length - all.length) > all.length * 0.5) return undefined
  if (!row.every((one, at) => mayBeHeard(one, heard[at]!))) return undefined
  const distance = distanceOf(all, sounds)
  return distance <= farthest ? distance : undefined
}

/**
 * Finds the key that was most likely said when no key matched exactly. Engines mishear letters ("she p one" for CP1), so a sound
 * or two of the letters may differ; numbers and words may not. Finds none when two keys are about equally near. The keys are
 * prepared once, at the first search.
 */
export function nearKeys<T extends { key: string }>(some: readonly T[]) {
  let ready: readonly ReadyKey<T>[] | undefined
  return (heard: readonly string[]): T | undefined => {
    if (tellOf.has(heard[0]!)) return undefined
    const row = soundsOfWords(heard)
    const sounds = joined(row)
    if (sounds.length < 3) return undefined
    ready ??= some.map(readyKeyOf)
    const numbers = numbersIn(heard)
    const near = ready
      .filter((key) => numbers === '' || key.numbers === numbers)
      .flatMap((key) => {
        const distance = distanceTo(key, row, sounds)
        return distance === undefined ? [] : [{ one: key.one, distance }]
      })
      .toSorted((a, b) => a.distance - b.distance)
    const [first, second] = near
    return first && second && second.distance - first.distance < clearly ? undefined : first?.one
  }
}
