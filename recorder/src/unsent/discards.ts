import type { Recording } from '@dictara/browser/recordings'
import type { Meeting } from '../sending/meet-job.ts'
import { type NotHad, type Shelf, withHeld } from '../sending/shelf.ts'
import { meetStored, removeDiscarded, undoMs } from './clear-up.ts'
import type { Unsent } from './unsent.ts'

export interface Discarded {
  one: Unsent
  /** False while the server cannot say whether it was submitted before. */
  isCertain: boolean
}

/** Discards recordings one by one; each can be restored for a while, and no other tab can take it meanwhile. */
export interface Discards {
  readonly discarded: Discarded | undefined
  /** Returns why it was not discarded. */
  discard(one: Unsent): Promise<NotHad | Meeting | undefined>
  undo(): Promise<void>
  /** Ends the wait. */
  finish(): Promise<void>
}

interface Waiting extends Discarded {
  recording?: Recording
  /**
   * It is removed from the server at once if this browser has all of it: no other computer lists it, even if this tab
   * is closed.
   */
  dropping?: Promise<unknown>
  release?: () => Promise<void>
  timer?: ReturnType<typeof setTimeout>
}

/** `onChange`: another recording is discarded now, or one turned out to be a job. */
export function createDiscards(shelf: Shelf, onChange: (meeting?: Meeting) => void, waitMs = undoMs): Discards {
  let waiting: Waiting | undefined

  function wait(next: Waiting) {
    waiting = next
    next.timer = setTimeout(() => void finish(), waitMs)
    onChange()
  }

  function take(): Waiting | undefined {
    const taken = waiting
    clearTimeout(taken?.timer)
    waiting = undefined
    return taken
  }

  async function removed({ one, recording }: Waiting): Promise<Meeting | undefined> {
    if (recording) return removeDiscarded(shelf, recording)
    const job = one.at === 'server' ? await shelf.server.drop(one.dictation.dictationId) : undefined
    return job && { kind: 'sent', job }
  }

  async function finish() {
    const taken = take()
    if (!taken) return
    // Without network it stays marked, and is removed another time.
    const meeting = await removed(taken).catch(() => undefined)
    await taken.release?.()
    onChange(meeting)
  }

  const discardHere = (one: Extract<Unsent, { at: 'here' }>) =>
    withHeld(shelf, one.recording.recordingId, async (stored, keep) => {
      const job = await shelf.server.findJob(stored.dictationId).catch(() => 'unknown' as const)
      if (job && job !== 'unknown') return meetStored(shelf, { ...stored, discardedAt: null }, job)
      const recording = { ...stored, discardedAt: (shelf.now ?? Date.now)(), submitAskedAt: null }
      await shelf.recordings.save(recording)
      const chunks = stored.takes.reduce((sum, take) => sum + take.chunks, 0)
      const isWhole = (await shelf.recordings.countPieces(stored.recordingId)) === chunks
      // A recording that has become a job is reported when the time for Undo is over.
      const dropping = isWhole ? shelf.server.drop(stored.dictationId).catch(() => undefined) : undefined
      const wasAsked = stored.submitAskedAt !== null || one.recording.submitAskedAt !== null
      wait({ one, recording, dropping, release: keep(), isCertain: job !== 'unknown' || !wasAsked })
      return undefined
    })

  return {
    get discarded() {
      return waiting
    },
    async discard(one) {
      await finish()
      if (one.at === 'here') return discardHere(one)
      wait({ one, isCertain: true })
      return undefined
    },
    async undo() {
      const taken = take()
      if (taken?.recording) await shelf.recordings.save({ ...taken.recording, discardedAt: null })
      // A recording must not be sent again while it is being removed.
      await taken?.dropping
      await taken?.release?.()
      onChange()
    },
    finish,
  }
}
