import type { RecognisedWord } from '@dictara/dictation'

/** Why nothing was recognised, in words for people. */
export class SpeechFailed extends Error {
  override readonly name = 'SpeechFailed'
  readonly kind: 'missing' | 'timed-out' | 'crashed' | 'unreachable' | 'refused' | 'unreadable'

  constructor(kind: SpeechFailed['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** A phrase that was listened for; times from the beginning of the sound. */
export interface SpottedPhrase {
  phrase: string
  startMs: number
  endMs: number
}
interface Spotted {
  /** In the order of the sound. */
  said: SpottedPhrase[]
  /** Those it cannot listen for: it does not know how one of their words is said. */
  unknown: string[]
}
/** Which of a few phrases, in lower case, are said in a 16 kHz wav of some seconds; undefined: it cannot listen. @throws ProcessFailed */
export type SpotPhrases = (
  wav: string,
  phrases: readonly string[],
  options: { folder: string; signal: AbortSignal },
) => Promise<Spotted | undefined>

/** Which engine recognises speech, as people are told. */
export interface EngineFacts {
  /** As it is kept with what it heard; `engineInWords` says it to people. */
  name: string
  /** Why it cannot be used, as the end of a sentence; undefined where it can, as far as can be told without using it. */
  trouble?: string
}

/** A word as an engine heard it. */
export interface HeardWord extends RecognisedWord {
  /** When it was said is not known: the engine gave no time, or one that cannot be. */
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
  /** Makes what it needs before the first recording; it does so by itself otherwise. */
  prepare?(): Promise<void>
  /** Where it can. */
  spot?: SpotPhrases
  close?(): void
}
