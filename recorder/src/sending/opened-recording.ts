import type { Intake } from '@dictara/browser/intake'
import type { KeptPart, Marker } from '@dictara/browser/kept-parts'
import { createListeners } from '@dictara/browser/listeners'
import { openRecording, type OpenRecording } from '@dictara/browser/open-recording'
import { copyFile, readFileChunk } from '@dictara/browser/recorded-file'
import type { KeptChecklist, Piece, Recording, RecordingDetails, Recordings } from '@dictara/browser/recordings'
import type { UploadProgress } from '@dictara/browser/upload'
import type { Meeting } from './meet-job.ts'
import { uploadRecording } from './recording-upload.ts'
import { soundOf } from './sound-of.ts'

/** A recording on the desk: stored in the browser, being sent to the server, with the state of both. */
export interface OpenedRecording {
  readonly recording: Recording
  readonly progress: UploadProgress
  readonly meeting: Meeting | undefined
  /** Only when the recording is stored can the page be closed without loss. */
  readonly isKept: boolean
  /** The parts to keep as soon as the new take has its first piece. */
  readonly upcoming: readonly KeptPart[] | undefined
  /** Loudness of each take, ten numbers a second, for the waveform. */
  readonly peaks: ReadonlyMap<number, readonly number[]>
  /** The length of lost sound in milliseconds; known once it blocks the upload. */
  readonly lostMs: number
  subscribe(listener: () => void): () => void
  /** `after`: the part to keep before it, if words are recorded again. */
  startTake(mimeType: string, after?: readonly KeptPart[]): void
  endTake(): void
  /** Marks this moment to be checked. `sinceLastPieceMs`: the length of speech since the last piece. */
  mark(sinceLastPieceMs: number): void
  /** Removes marks and restores them. */
  unmark(markers: readonly Marker[]): void
  markAgain(markers: readonly Marker[]): void
  addPiece(piece: Piece): void
  /** Restores the sound that was kept before a part was recorded again. */
  keepAsBefore(): void
  /** The progress of its checklist of headings; not sent to the server. */
  keepChecklist(checklist: KeptChecklist): void
  /** Changes the patient, facility, template or work type; not allowed during submission. */
  changeDetails(details: RecordingDetails): void
  /** Marks the recording as discarded; it is removed for good unless the person brings it back. */
  discard(): void
  /** The sound of a take so far. */
  soundOf(take: number): Promise<Blob>
  /** Creates the job, from now on in the background, even after this page is closed. Rejects with the refusal. */
  submit(): Promise<Meeting>
  /** From now on the recording is sent in the background, even while its last words are still awaited. */
  askToSubmit(): void
  /** Stops sending the recording in the background. */
  waitWithSubmit(): void
  /** Submits without the lost sound. */
  goWithoutLost(): void
  /** Removes the recording from this browser, because a job holds all of it. */
  forget(): Promise<void>
  pauseSending(): void
  resumeSending(): void
  /** Tries again at once. */
  sendNow(): void
  /** Resolves when this browser stores all of the recording, or with false when it has no room. */
  mayBeKept(): Promise<boolean>
  /** Takes the recording off the desk; resolves when another tab may have it. */
  close(): Promise<void>
}

export interface Opening {
  recordings: Recordings
  recording: Recording
  intake: Intake
  file?: File | undefined
  /** Loudness measured by an earlier page. */
  peaks?: ReadonlyMap<number, readonly number[]> | undefined
  /** No other page has ever had it. */
  isNew?: boolean | undefined
  onClose: () => Promise<void>
  sleep?: ((ms: number) => Promise<void>) | undefined
  now?: (() => number) | undefined
}

export function openForWork({
  recordings,
  recording,
  intake,
  file,
  isNew,
  sleep,
  now,
  ...opening
}: Opening): OpenedRecording {
  const open: OpenRecording = openRecording(recordings, recording, { sleep, now, isNew })
  const peaks = new Map(opening.peaks)
  const { tell, subscribe } = createListeners()
  const closing = new AbortController()
  let isCopied = !file
  let copying: Promise<void> | undefined

  const read: OpenRecording['read'] = async (place) =>
    file ? { bytes: await readFileChunk(file, place.number), durationMs: 0, peaks: [] } : open.read(place)

  async function forget(job = upload.meeting()?.job) {
    closing.abort()
    await open.forget(job)
    // A piece of the file may be being copied right now: remove it afterwards too.
    void copying?.then(() => open.forget(job))
  }
  const upload = uploadRecording(open, { intake, read, forget, onChange: tell, closed: closing.signal, sleep })

  const askToSubmit = () => open.change({ submitAskedAt: (now ?? Date.now)(), problem: null })
  const online = globalThis.window
  online?.addEventListener('online', upload.wake)
  const unsubscribe = open.subscribe(() => {
    upload.grown()
    tell()
  })

  // Also stores the recording itself, so that it is listed after a crash.
  open.change({})
  if (file) {
    copying = open
      .stored()
      .then(() => copyFile(recordings, recording, file, () => closing.signal.aborted))
      .then((isWhole) => {
        isCopied = isWhole
        tell()
      })
  }

  return {
    get recording() {
      return open.current
    },
    get progress() {
      return upload.progress()
    },
    get meeting() {
      return upload.meeting()
    },
    get isKept() {
      return open.isStored && isCopied
    },
    get upcoming() {
      return open.upcoming
    },
    get lostMs() {
      return upload.lostMs()
    },
    peaks,
    subscribe,
    startTake: open.startTake,
    endTake: open.endTake,
    mark: open.mark,
    unmark: open.unmark,
    markAgain: open.markAgain,
    addPiece(piece) {
      open.add(piece)
      const take = open.current.takes.at(-1)!.take
      peaks.set(take, [...(peaks.get(take) ?? []), ...piece.peaks])
      tell()
    },
    keepAsBefore() {
      if (open.current.before) open.keep(open.current.before)
    },
    keepChecklist: (checklist) => open.change({ checklist }),
    changeDetails(details) {
      if (open.current.submitAskedAt === null) open.change({ details, problem: null })
    },
    discard: () => open.change({ discardedAt: (now ?? Date.now)(), submitAskedAt: null }),
    soundOf: async (take) => file ?? soundOf(recordings, open, take),
    askToSubmit,
    submit() {
      askToSubmit()
      return upload.submit()
    },
    waitWithSubmit() {
      open.change({ submitAskedAt: null })
      upload.beginAnew()
    },
    goWithoutLost: upload.goWithoutLost,
    forget: () => forget(),
    pauseSending: upload.pause,
    resumeSending: upload.resume,
    sendNow: upload.wake,
    mayBeKept: open.mayBeStored,
    async close() {
      closing.abort()
      upload.stop()
      unsubscribe()
      online?.removeEventListener('online', upload.wake)
      // Until sound is stored, it exists only in this page's memory.
      await open.stored()
      await opening.onClose()
    },
  }
}
