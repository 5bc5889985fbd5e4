/**
 * The page of the recorder's origin that the web application holds in a hidden frame, since a browser's stored
 * recordings can be read only there. Each side sends its messages only to the other's origin, and ignores all others.
 */
export const outboxPage = '/outbox.html'

/** A recording stored in this browser that has no job yet. */
export interface UnsentRecording {
  dictationId: string
  patientName: string
  lengthMs: number
  /** The person has pressed Submit: it is sent as soon as possible. */
  isAsked: boolean
  /** A page of the recorder has it open. */
  isOpen: boolean
}

/** A recording whose job was just created. */
export interface SentRecording {
  patientName: string
  jobNumber: string
}

/** Messages of the web application: whose recordings it asks for, and the one-time key that the frame needs. */
export type OutboxOrder = { type: 'look'; userId: string } | { type: 'key'; encryptedKey: string }

/** Messages of the frame: that it is ready, that it needs a key, and what it finds and sends. */
export type OutboxReport =
  | { type: 'ready' }
  | { type: 'key-wanted' }
  | { type: 'found'; unsent: UnsentRecording[]; sent: SentRecording[]; isSending: boolean }
