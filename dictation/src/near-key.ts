import { numbersIn, type Sounds, soundsOfWords } from './phones.ts'

const kinds = ['aeiou', 'ptkbdg', 'mn', 'sSCJzTfvh', 'lrw']
const vowels = kinds[0]!

/** What it costs to hear one sound for another: less among sounds of one kind. */
function costOf(one: string, other: string): number {
  if (one === other) return 0
  return kinds.some((kind) => kind.includes(one) && kind.includes(other)) ? 0.5 : 1
}
const costOfOne = (sound: string) => (vowels.includes(sound) ? 0.5 : 1)

/** How far apart two rows of sounds are, by their length: 0 is the same, 1 nothing alike. */
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

/** So far off a key of letters may be heard as a whole, and a letter of it; and so much nearer than any other key it has to be. */
const farthest = 0.34
const letterFarthest = 0.5
const clearly = 0.12
/** Words with which a thing is told of that is inserted: "insert the catheter". */
const tellOf = new Set('a an the this that it his her their one another some any no'.split(' '))

const joined = (row: readonly Sounds[]) => row.map(({ sounds }) => sounds).join('')
const lettersOf = (key: string) => key.normalize('NFKC').match(/\d+|\p{L}+/gu) ?? []

/** A key made ready to be compared. */
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

/** Words have to sound the same, for hypertension is no hypotension; letters nearly so. */
const mayBeHeard = ({ sounds, isLetter }: Sounds, heard: Sounds) =>
  sounds === heard.sounds || (isLetter && distanceOf(heard.sounds, sounds) <= letterFarthest)

/** How far a key is from what was heard, whose sounds are `all`; undefined where it is too far off to be meant. */
function distanceTo({ row, sounds }: ReadyKey<unknown>, heard: readonly Sounds[], all: string): number | undefined {
  if (all === sounds) return 0
  if (heard.length !== row.length || Math.abs(sounds.length - all.length) > all.length * 0.5) return undefined
  if (!row.every((one, at) => mayBeHeard(one, heard[at]!))) return undefined
  const distance = distanceOf(all, sounds)
  return distance <= farthest ? distance : undefined
}

/**
 * Looks among some keys for the one that was most likely said when none was heard. Letters are heard badly ("she p one" for CP1): a
 * sound or two of them may be off, numbers and words may not be; none when two keys are about as near. The keys are made ready once,
 * when the first is looked for.
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
