import { nearKeys } from './near-key.ts'
import { soundOf, soundsOfKey } from './spoken-key.ts'

/** A phrase that its author may call for. */
export interface AuthorPhrase {
  id: string
  key: string
  /**
   * The text in the form of a note, with line feeds between its lines. A dynamic phrase contains fields as `{{name}}`.
   */
  phrase: string
  dynamic: boolean
  /** The headings under which the phrase may be used, as stored in a note; null: anywhere. */
  headings: readonly string[] | null
}

/** The phrases, indexed by how their keys sound. */
export interface PhraseIndex {
  /** The length of the longest sound of a key that begins like this sound. */
  longest(sound: string): number
  /** The phrases whose key sounds like this. A key that is written as it was recognised comes first. */
  find(sound: string, heard: string): readonly AuthorPhrase[]
  /** The phrase whose key is nearest to the recognised words, or none if the choice is not clear. */
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

/**
 * The group of keys that do not begin with a plain letter (digits, accents, wide letters). They may be recognised with
 * any first letter.
 */
const other = ''
const firstOf = (text: string) => (/^[a-z]/i.test(text) ? text.charAt(0).toLowerCase() : other)

/** Orders keys by likeness: exactly as recognised with spaces and accents, then the same sound, then any other. */
const likeness = (key: string, heard: string, sound: string) =>
  key.toLowerCase() === heard ? 0 : soundOf(key) === sound ? 1 : 2

/**
 * Prepares only the keys with the same first letter as a sound, when such a sound is first looked up. So a dictation
 * that calls for no phrase costs nothing, however many phrases there are.
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
