import type { RecognisedWord } from '@dictara/dictation'

/** Why nothing was recognised, as text for people. */
export class SpeechFailed extends Error {
  override readonly name = 'SpeechFailed'
  readonly kind: 'missing' | 'timed-out' | 'crashed' | 'unreachable' | 'refused' | 'unreadable'

  constructor(kind: SpeechFailed['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** A phrase that was searched for; times from the beginning of the sound. */
export interface SpottedPhrase {
  phrase: string
  startMs: number
  endMs: number
}
interface Spotted {
  /** In the order of the sound. */
  said: SpottedPhrase[]
  /** The phrases that cannot be searched for, because the pronunciation of a word is unknown. */
  unknown: string[]
}
/**
 * Finds which of a few phrases, in lower case, are said in a 16 kHz wav of some seconds; undefined: not supported.
 * @throws ProcessFailed
 */
export type SpotPhrases = (
  wav: string,
  phrases: readonly string[],
  options: { folder: string; signal: AbortSignal },
) => Promise<Spotted | undefined>

/** Facts for people about the speech engine. */
export interface EngineFacts {
  /** As stored with its words; `engineInWords` converts it for people. */
  name: string
  /** Why it cannot be used, as the end of a sentence; undefined if it works, as far as known without using it. */
  trouble?: string
}

/** A word as an engine recognised it. */
export interface HeardWord extends RecognisedWord {
  /** The time of the word is unknown: the engine gave none, or an impossible one. */
  isTimeGuessed?: boolean
}

/** The port to speech recognition (architecture.md section 8). */
export interface SpeechEngine {
  about(): Promise<EngineFacts>
  /**
   * The words of a 16 kHz wav of about a minute, with times in seconds from its beginning; none for silence.
   * @throws SpeechFailed; aborting rejects.
   */
  transcribe(wav: string, options: { lengthMs: number; folder: string; signal: AbortSignal }): Promise<HeardWord[]>
  /** Makes what it needs before the first recording; otherwise the first recording does this. */
  prepare?(): Promise<void>
  /** Present if supported. */
  spot?: SpotPhrases
  close?(): void
}
