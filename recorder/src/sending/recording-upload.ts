import type { Intake, JobOfDictation } from '@dictara/browser/intake'
import type { OpenRecording } from '@dictara/browser/open-recording'
import { delay } from '@dictara/browser/waker'
import { createUpload, type Upload, type UploadProgress, UploadStopped } from '@dictara/browser/upload'
import { lostMsOf } from './lost-pieces.ts'
import { type Meeting, meetJob } from './meet-job.ts'
import { cutsToTell, markersToTell, takesToSend, toBegin } from './recording-told.ts'

/** The time limit for the browser's store: a store that does not answer must not keep a recording from the server. */
const keptWithinMs = 3_000

interface Options {
  intake: Intake
  /** Reads the recording's own sound, or the file's. */
  read: OpenRecording['read']
  /** Removes the recording from this browser, because the job holds all of it. */
  forget(job: JobOfDictation): Promise<void>
  onChange(): void
  /** Starts no further upload; the current one continues until it is stopped. */
  closed: AbortSignal
  sleep?: ((ms: number) => Promise<void>) | undefined
}

/** Uploads an open recording to the server, one upload for each dictation in it, and tracks the outcome of its job. */
export function uploadRecording(open: OpenRecording, { intake, read, forget, onChange, closed, sleep }: Options) {
  let progress: UploadProgress = { phase: 'sending', sentChunks: 0 }
  let meeting: Meeting | undefined
  let upload: Upload | undefined
  let lostMs = 0

  const hasSound = () => takesToSend(open.current).length > 0

  async function meet(job: JobOfDictation, signal: AbortSignal) {
    meeting = await meetJob(open, job, intake, signal, { read, forget })
    if (meeting.kind === 'partly') upload = undefined
  }

  /** The upload starts with the first piece: only then is it certain what is recorded. */
  function uploading(): Upload {
    upload ??= createUpload({
      source: {
        begin: () => toBegin(open.current),
        kept: () => Promise.race([open.mayBeStored(), (sleep ?? delay)(keptWithinMs)]),
        takes: () => takesToSend(open.current),
        read,
        cuts: () => cutsToTell(open.current),
        markers: () => markersToTell(open.current),
        catchUp: open.catchUp,
        meet,
      },
      intake,
      onChange: show,
      sleep,
    })
    return upload
  }

  function show(next: UploadProgress) {
    // The upload of the sound that is in the job now is over.
    if (next.phase === 'job' && meeting?.kind === 'partly') {
      progress = { phase: 'sending', sentChunks: 0 }
      if (!closed.aborted && hasSound()) uploading()
    } else progress = next
    if (next.phase === 'refused' && next.code === 'chunk-lost') void findLost()
    onChange()
  }

  async function findLost() {
    lostMs = await lostMsOf(open.current, open.read)
    onChange()
  }

  return {
    progress: () => progress,
    meeting: () => meeting,
    /** The length of lost sound in milliseconds; known once it blocks the upload. */
    lostMs: () => lostMs,
    grown() {
      if (!closed.aborted && meeting?.kind !== 'other-patient' && hasSound()) uploading().grown()
    },
    /** Creates the job. Rejects with the refusal, which is stored with the recording. */
    async submit(): Promise<Meeting> {
      try {
        await uploading().submit()
        return meeting!
      } catch (error) {
        if (!(error instanceof UploadStopped)) open.change({ submitAskedAt: null, problem: (error as Error).message })
        throw error
      }
    },
    /** Continues without the earlier requests. */
    beginAnew() {
      upload?.stop()
      upload = undefined
      uploading()
    },
    goWithoutLost: () => upload?.goWithoutLost(),
    pause: () => upload?.pause(),
    resume: () => upload?.resume(),
    wake: () => upload?.wake(),
    stop: () => upload?.stop(),
  }
}
