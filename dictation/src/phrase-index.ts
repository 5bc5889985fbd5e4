import { nearKeys } from './near-key.ts'
import { soundOf, soundsOfKey } from './spoken-key.ts'

/** A phrase that its author may call for. */
export interface AuthorPhrase {
  id: string
  key: string
  /** Text of a note, its lines parted by line feeds; of a dynamic one with fields as `{{name}}`. */
  phrase: string
  dynamic: boolean
  /** The headings under which it may stand, as they are stored in a note; null: anywhere. */
  headings: readonly string[] | null
}

/** The phrases by what is heard when their keys are said. */
export interface PhraseIndex {
  /** The most letters that are heard of a key that begins as a sound does. */
  longest(sound: string): number
  /** The phrases whose key sounds so, the one that is written as it was heard first. */
  find(sound: string, heard: string): readonly AuthorPhrase[]
  /** The phrase whose key is nearest to what was heard; none when it is not clear which. */
  nearest(heard: readonly string[]): AuthorPhrase | undefined
}

interface Sounds {
  bySound: ReadonlyMap<string, readonly AuthorPhrase[]>
  longest: number
}

function soundsOf(phrases: readonly AuthorPhrase[]): Sounds {
  const bySound = new Map<string, AuthorPhrase[]>()
  for (const phrase of phrases)
    for (const sound of soundsOfKey(phrase.key)) {
      const same = bySound.get(sound)
      if (same) same.push(phrase)
      else bySound.set(sound, [phrase])
    }
  return { bySound, longest: Math.max(0, ...[...bySound.keys()].map(({ length }) => length)) }
}

/** Keys that begin with anything but a plain letter may be heard to begin with any: digits, accents, wide letters. */
const other = ''
const firstOf = (text: string) => (/^[a-z]/i.test(text) ? text.charAt(0).toLowerCase() : other)

/** Exactly as it was heard, space and accents included, before what only sounds so. */
const likeness = (key: string, heard: string, sound: string) =>
  key.toLowerCase() === heard ? 0 : soundOf(key) === sound ? 1 : 2

/**
 * Only keys that begin as a sound does are made ready, at the first of them: of a dictation that calls for no phrase it costs
 * nothing, however many there are.
 */
export function indexPhrases(phrases: readonly AuthorPhrase[]): PhraseIndex {
  const ready = new Map<string, Sounds>()
  let byFirst: Map<string, AuthorPhrase[]> | undefined
  const madeReady = (first: string): Sounds => {
    byFirst ??= Map.groupBy(phrases, ({ key }) => firstOf(key))
    const sounds = ready.get(first) ?? soundsOf(byFirst.get(first) ?? [])
    ready.set(first, sounds)
    return sounds
  }
  const beginningAs = (sound: string) => [...new Set([firstOf(sound), other])].map(madeReady)
  return {
    longest: (sound) => Math.max(...beginningAs(sound).map(({ longest }) => longest)),
    nearest: nearKeys(phrases),
    find(sound, heard) {
      const found = beginningAs(sound).flatMap(({ bySound }) => bySound.get(sound) ?? [])
      return found.length < 2
        ? found
        : found.toSorted((a, b) => likeness(a.key, heard, sound) - likeness(b.key, heard, sound))
    },
  }
}
