import { numbersIn, phonesOf } from './phones.ts'

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

/** So far off a key may be heard, and so much nearer than any other it has to be. */
const farthest = 0.34
const clearly = 0.12
/** Words with which a thing is told of that is inserted: "insert the catheter". */
const tellOf = new Set('a an the this that it his her their one another some any no'.split(' '))

/**
 * The one among some keys that was most likely said when none was heard: a sound or two may be off, numbers may not be; none when
 * two are about as near.
 */
export function nearestKey<T extends { key: string }>(heard: readonly string[], some: readonly T[]): T | undefined {
  const sounds = phonesOf(heard)
  if (sounds.length < 3 || tellOf.has(heard[0]!)) return undefined
  const numbers = numbersIn(heard)
  const near = some
    .map((one) => ({ one, words: one.key.normalize('NFKC').match(/\d+|\p{L}+/gu) ?? [] }))
    .filter(({ words }) => numbers === '' || numbersIn(words) === numbers)
    .map(({ one, words }) => ({ one, sounds: phonesOf(words) }))
    .filter((of) => Math.abs(of.sounds.length - sounds.length) <= Math.max(of.sounds.length, sounds.length) * 0.4)
    .map((of) => ({ one: of.one, distance: distanceOf(sounds, of.sounds) }))
    .toSorted((a, b) => a.distance - b.distance)
  const [first, second] = near
  if (!first || first.distance > farthest) return undefined
  return second && second.distance - first.distance < clearly ? undefined : first.one
}
