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

/** The port to speech recognition (architecture.md section 8). */
export interface SpeechEngine {
  name: string
  /** How screens call it. */
  label: string
  /**
   * The words of a 16 kHz wav of about a minute, with times in seconds from its beginning; none for silence.
   * @throws SpeechFailed; aborting rejects.
   */
  transcribe(wav: string, options: { lengthMs: number; folder: string; signal: AbortSignal }): Promise<RecognisedWord[]>
  /** Makes what it needs before the first recording; it does so by itself otherwise. */
  prepare?(): Promise<void>
  close?(): void
}
