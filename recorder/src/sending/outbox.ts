import { UploadStopped } from '@dictara/browser/upload'
import type { Meeting } from './meet-job.ts'
import type { OpenedRecording } from './opened-recording.ts'
import { takeFromShelf, type Shelf } from './shelf.ts'

/** The outcome of a recording that was sent in the background. */
export type Outcome = Meeting | { kind: 'refused'; message: string }

/** Sends submitted recordings whose page is gone: the tab was closed or the recording was put away. */
export interface Outbox {
  /** Starts sending all waiting recordings that no tab has open. */
  look(): Promise<void>
  isSending(recordingId: string): boolean
  /** Resolves when no sending is under way. */
  done(): Promise<void>
  /** The person has signed in, or the network is back. */
  wake(): void
  /** Releases one recording, or all; each still has to be sent. */
  stop(recordingId?: string): Promise<void>
}

export function createOutbox(shelf: Shelf, onOutcome: (outcome: Outcome) => void): Outbox {
  const sending = new Map<string, { opened: OpenedRecording; over: Promise<void> }>()

  async function send(recordingId: string, opened: OpenedRecording) {
    const outcome = await opened.submit().catch((error: Error): Outcome | undefined => {
      if (!(error instanceof UploadStopped)) return { kind: 'refused', message: error.message }
    })
    await opened.close()
    sending.delete(recordingId)
    if (outcome) onOutcome(outcome)
  }

  return {
    async look() {
      for (const { recordingId, submitAskedAt, discardedAt } of await shelf.recordings.list()) {
        if (submitAskedAt === null || discardedAt !== null || sending.has(recordingId)) continue
        const opened = await takeFromShelf(shelf, recordingId)
        if (typeof opened === 'string') continue
        // Another tab may have changed the recording after the list was read.
        if (opened.recording.submitAskedAt === null) await opened.close()
        else sending.set(recordingId, { opened, over: send(recordingId, opened) })
      }
    },
    isSending: (recordingId) => sending.has(recordingId),
    async done() {
      while (sending.size > 0) await Promise.all([...sending.values()].map(({ over }) => over))
    },
    wake() {
      for (const { opened } of sending.values()) opened.sendNow()
    },
    async stop(recordingId) {
      const some = [...sending].filter(([id]) => recordingId === undefined || id === recordingId)
      await Promise.all(
        some.map(async ([, { opened, over }]) => {
          await opened.close()
          await over
        }),
      )
    },
  }
}

/**
 * Sends all submitted recordings of this browser that did not arrive, without a page of their own: used in a frame that
 * the web application opens. Resolves when each has an outcome, or at the signal; the rest is sent another time.
 */
export async function sendAsked(shelf: Shelf, signal: AbortSignal): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const outbox = createOutbox(shelf, (outcome) => outcomes.push(outcome))
  await outbox.look()
  const aborted = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
  await Promise.race([outbox.done(), aborted])
  await outbox.stop()
  return outcomes
}
