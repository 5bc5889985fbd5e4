/**
 * The page of the recorder's origin that the web application holds in a hidden frame: what a browser keeps of recordings
 * can be read only there. Each side says what follows to the other's origin alone, and hears nobody else.
 */
export const outboxPage = '/outbox.html'

/** A recording that is kept in this browser, and of which no job was made yet. */
export interface UnsentRecording {
  dictationId: string
  patientName: string
  lengthMs: number
  /** The person has pressed Submit: it is sent as soon as possible. */
  isAsked: boolean
  /** A page of the recorder has it open. */
  isOpen: boolean
}

/** A recording of which a job was made just now. */
export interface SentRecording {
  patientName: string
  jobNumber: string
}

/** The web application says whose recordings it asks for, and hands over the one-time key that the frame wants. */
export type OutboxOrder = { type: 'look'; userId: string } | { type: 'key'; encryptedKey: string }

/** The frame says that it listens, that there is something which it needs a key for, and what it finds and sends. */
export type OutboxReport =
  | { type: 'ready' }
  | { type: 'key-wanted' }
  | { type: 'found'; unsent: UnsentRecording[]; sent: SentRecording[]; isSending: boolean }
