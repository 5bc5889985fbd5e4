import { UploadStopped } from '@dictara/browser/upload'
import type { Meeting } from './meet-job.ts'
import type { OpenedRecording } from './opened-recording.ts'
import { takeFromShelf, type Shelf } from './shelf.ts'

/** What became of a recording that was to be sent by itself. */
export type Outcome = Meeting | { kind: 'refused'; message: string }

/** Sends what was submitted before, without a page for it: its tab was closed, or it was put away. */
export interface Outbox {
  /** Begins to send all that waits and that no tab has. */
  look(): Promise<void>
  isSending(recordingId: string): boolean
  /** Resolves when nothing is being sent any more. */
  done(): Promise<void>
  /** The person has signed in, or the network is back. */
  wake(): void
  /** Gives one back, or all; each is still to be sent. */
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
        // the list may be older than what another tab did
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
 * Sends all recordings of this browser that were submitted and did not arrive, without a page: for a frame that the web
 * application opens. Resolves when each has an outcome, or at the signal: what is left then is sent another time.
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
