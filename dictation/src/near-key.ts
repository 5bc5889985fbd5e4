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

/** Whether what was heard may be a key: words have to sound the same, for hypertension is no hypotension. */
function mayBeKey(heard: readonly Sounds[], key: readonly Sounds[], distance: number): boolean {
  if (distance === 0) return true
  const mayBe = ({ sounds, isLetter }: Sounds, at: number) =>
    distanceOf(heard[at]!.sounds, sounds) <= (isLetter ? letterFarthest : 0)
  return heard.length === key.length && distance <= farthest && key.every(mayBe)
}

/**
 * The one among some keys that was most likely said when none was heard. Letters are heard badly ("she p one" for CP1): a sound or two
 * of them may be off, numbers and words may not be; none when two keys are about as near.
 */
export function nearestKey<T extends { key: string }>(heard: readonly string[], some: readonly T[]): T | undefined {
  if (tellOf.has(heard[0]!)) return undefined
  const row = soundsOfWords(heard)
  const length = joined(row).length
  if (length < 3) return undefined
  const numbers = numbersIn(heard)
  const near = some
    .map((one) => ({ one, words: one.key.normalize('NFKC').match(/\d+|\p{L}+/gu) ?? [] }))
    .filter(({ words }) => numbers === '' || numbersIn(words) === numbers)
    .map(({ one, words }) => ({ one, key: soundsOfWords(words) }))
    .filter(({ key }) => Math.abs(joined(key).length - length) <= length * 0.5)
    .map(({ one, key }) => ({ one, key, distance: distanceOf(joined(row), joined(key)) }))
    .filter(({ key, distance }) => mayBeKey(row, key, distance))
    .toSorted((a, b) => a.distance - b.distance)
  const [first, second] = near
  return first && second && second.distance - first.distance < clearly ? undefined : first?.one
}
