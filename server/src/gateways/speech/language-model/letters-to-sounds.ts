/** The sound of one letter of a word: no, one or two phones, joined by spaces. */
type Sound = string

/** Letters with their sounds; learnt from the words of a dictionary. */
export interface LettersToSounds {
  /**
   * The likeliest pronunciations of a word of the letters a to z, as phones joined by spaces; likelier ones first.
   * @param most how many pronunciations.
   */
  say(word: string, most: number): string[]
}

const rounds = 4
/** The number of preceding letters, with their sounds, that determine the sound of a letter. */
const mostBefore = 4
const beam = 8
const unseen = 1e-5
const begin = '^'

/** Counts of each sound by its context. */
type Counts = Map<string, Map<string, number>>
function add(counts: Counts, key: string, value: string) {
  const row = counts.get(key) ?? new Map<string, number>()
  counts.set(key, row.set(value, (row.get(value) ?? 0) + 1))
}
function chancesOf(counts: Counts): Counts {
  const chances: Counts = new Map()
  for (const [key, row] of counts) {
    const total = row.values().reduce((sum, count) => sum + count, 0)
    chances.set(key, new Map(row.entries().map(([value, count]) => [value, count / total])))
  }
  return chances
}

/** The likeliest assignment of a word's phones to its letters; undefined if there are too many. */
function align(word: string, phones: readonly string[], chances: Counts): Sound[] | undefined {
  const width = phones.length + 1
  const best = new Float64Array((word.length + 1) * width).fill(-Infinity)
  const taken = new Uint8Array((word.length + 1) * width)
  best[0] = 0
  for (let at = 0; at < word.length; at += 1) {
    const row = chances.get(word[at]!)
    for (let said = 0; said < width; said += 1) {
      const before = best[at * width + said]!
      if (before === -Infinity) continue
      for (let count = 0; count <= 2 && said + count < width; count += 1) {
        const sound = phones.slice(said, said + count).join(' ')
        const score = before + Math.log(row?.get(sound) ?? unseen)
        const place = (at + 1) * width + said + count
        if (score <= best[place]!) continue
        best[place] = score
        taken[place] = count
      }
    }
  }
  let said = phones.length
  if (best[word.length * width + said] === -Infinity) return undefined
  const sounds: Sound[] = []
  for (let at = word.length; at > 0; at -= 1) {
    const count = taken[at * width + said]!
    sounds.unshift(phones.slice(said - count, said).join(' '))
    said -= count
  }
  return sounds
}

/** In a word with as many phones as letters, each letter has one phone: learning begins with these words. */
function firstCounts(entries: readonly (readonly [string, readonly string[]])[]): Counts {
  const counts: Counts = new Map()
  for (const [word, phones] of entries)
    if (word.length === phones.length) for (const [at, letter] of [...word].entries()) add(counts, letter, phones[at]!)
  return counts
}

/** The sound of a letter depends on its surroundings: the sounds before it, and the next two letters. */
const keysOf = (word: string, at: number, before: readonly Sound[]): string[] => {
  const letter = word[at]!
  const ahead = `${word[at + 1] ?? begin}${word[at + 2] ?? begin}`
  const keys = [letter, `${letter}${ahead[0]}`, `${letter}${ahead}`]
  for (let count = 1; count <= mostBefore; count += 1) {
    const from = at - count
    const letters = from < -1 ? undefined : `${from < 0 ? begin : ''}${word.slice(Math.max(0, from), at)}`
    if (letters === undefined) break
    // Only the nearest two sounds, since longer sequences hardly ever occur twice.
    keys.push(`${letters}|${before.slice(-Math.min(count, 2)).join('/')}|${letter}${ahead}`)
  }
  return keys
}

/**
 * Learns pronunciations from those of a dictionary (joint sequences of letters and sounds; Bisani and Ney 2008, with
 * single letters).
 */
export function learnLettersToSounds(entries: readonly (readonly [string, readonly string[]])[]): LettersToSounds {
  let chances = chancesOf(firstCounts(entries))
  let aligned: (readonly [string, Sound[]])[] = []
  for (let round = 0; round < rounds; round += 1) {
    const counts: Counts = new Map()
    aligned = entries.flatMap(([word, phones]) => {
      const sounds = align(word, phones, chances)
      return sounds ? [[word, sounds] as const] : []
    })
    for (const [word, sounds] of aligned) for (const [at, sound] of sounds.entries()) add(counts, word[at]!, sound)
    chances = chancesOf(counts)
  }
  const counts: Counts = new Map()
  for (const [word, sounds] of aligned)
    for (const [at, sound] of sounds.entries())
      for (const key of keysOf(word, at, sounds.slice(0, at))) add(counts, key, sound)

  /** Probabilities in the longest known context, mixed with those in shorter ones (Witten and Bell 1991). */
  const soundsOf = (word: string, at: number, before: readonly Sound[]): Map<Sound, number> => {
    let mixed = new Map<Sound, number>()
    for (const key of keysOf(word, at, before)) {
      const row = counts.get(key)
      if (!row) break
      const total = row.values().reduce((sum, count) => sum + count, 0)
      const weight = total / (total + row.size)
      const shorter = mixed.size > 0 ? mixed : new Map(row.keys().map((sound) => [sound, 1 / row.size]))
      mixed = new Map(
        shorter
          .entries()
          .map(([sound, chance]) => [sound, weight * ((row.get(sound) ?? 0) / total) + (1 - weight) * chance]),
      )
    }
    return mixed
  }
  return {
    say(word, most) {
      let ways: { sounds: Sound[]; score: number }[] = [{ sounds: [], score: 0 }]
      for (let at = 0; at < word.length; at += 1)
        ways = ways
          .flatMap(({ sounds, score }) =>
            [...soundsOf(word, at, sounds)].map(([sound, chance]) => ({
              sounds: [...sounds, sound],
              score: score + Math.log(Math.max(chance, unseen)),
            })),
          )
          .toSorted((one, other) => other.score - one.score)
          .slice(0, beam)
      const said = ways.map(({ sounds }) => sounds.filter(Boolean).join(' '))
      return [...new Set(said)].filter(Boolean).slice(0, most)
    },
  }
}
