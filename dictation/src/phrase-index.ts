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
  /** The most letters that are heard of a key. */
  readonly longest: number
  /** The phrases whose key sounds so, the one that is written as it was heard first. */
  find(sound: string, heard: string): readonly AuthorPhrase[]
}

/** Exactly as it was heard, space and accents included, before what only sounds so. */
const likeness = (key: string, heard: string, sound: string) =>
  key.toLowerCase() === heard ? 0 : soundOf(key) === sound ? 1 : 2

/** Made at its first use: of a dictation that calls for no phrase it costs nothing, however many there are. */
export function indexPhrases(phrases: readonly AuthorPhrase[]): PhraseIndex {
  let made: { bySound: Map<string, AuthorPhrase[]>; longest: number } | undefined
  const make = () => {
    const bySound = new Map<string, AuthorPhrase[]>()
    let longest = 0
    for (const phrase of phrases)
      for (const sound of soundsOfKey(phrase.key)) {
        longest = Math.max(longest, sound.length)
        const same = bySound.get(sound)
        if (same) same.push(phrase)
        else bySound.set(sound, [phrase])
      }
    return { bySound, longest }
  }
  return {
    get longest() {
      return (made ??= make()).longest
    },
    find(sound, heard) {
      const found = (made ??= make()).bySound.get(sound) ?? []
      return found.length < 2
        ? found
        : found.toSorted((a, b) => likeness(a.key, heard, sound) - likeness(b.key, heard, sound))
    },
  }
}
