import type { Intake, Submitted } from '@dictara/browser/intake'
import { cutsOf, type KeptPart } from '@dictara/browser/kept-parts'
import { newId } from '@dictara/browser/new-id'
import { openRecording, type OpenRecording } from '@dictara/browser/open-recording'
import { copyFile, readFileChunk } from '@dictara/browser/recorded-file'
import type { Piece, Recording, RecordingDetails, Recordings } from '@dictara/browser/recordings'
import { createUpload, type Upload, type UploadProgress } from '@dictara/browser/upload'

/** A recording on the desk: kept in the browser, on its way to the server, and what is known of both. */
export interface OpenedRecording {
  readonly recording: Recording
  readonly progress: UploadProgress
  /** Only a page whose recording is kept may be closed without loss. */
  readonly isKept: boolean
  /** Loudness of each take, ten numbers a second, for the waveform. */
  readonly peaks: ReadonlyMap<number, readonly number[]>
  subscribe(listener: () => void): () => void
  startTake(mimeType: string): void
  addPiece(piece: Piece): void
  /** What is kept of the takes: all, unless something was said again. */
  keep(parts: readonly KeptPart[]): void
  /** Another patient, facility, template or work type: what is on the server under the old details is dropped there. */
  changeDetails(details: RecordingDetails): void
  /** Marks it as discarded; it is gone for good when nobody asks for it back. */
  discard(): void
  /** The sound of a take so far. */
  soundOf(take: number): Promise<Blob>
  submit(): Promise<Submitted>
  pauseSending(): void
  resumeSending(): void
  /** Tries again at once. */
  sendNow(): void
  /** Takes it from the desk; resolves when another tab may have it. */
  close(): Promise<void>
}

export interface Opening {
  recordings: Recordings
  recording: Recording
  intake: Intake
  /** Drops on the server what was begun under other details. */
  dropOnServer(dictationId: string): void
  file?: File | undefined
  /** Loudness known from an earlier page. */
  peaks?: ReadonlyMap<number, readonly number[]> | undefined
  onClose: () => Promise<void>
}

const toBegin = ({ dictationId, details, file, takes }: Recording) => ({
  dictationId,
  facilityId: details.facility.facilityId,
  patientId: details.patient.pid,
  templateId: details.template?.id ?? null,
  workType: details.workType,
  mimeType: takes[0]?.mimeType.split(';')[0] ?? 'audio/webm',
  fileName: file?.name ?? null,
  sizeBytes: file?.sizeBytes ?? null,
})

export function openForWork({
  recordings,
  recording,
  intake,
  dropOnServer,
  file,
  ...opening
}: Opening): OpenedRecording {
  const open: OpenRecording = openRecording(recordings, recording)
  const peaks = new Map(opening.peaks)
  const listeners = new Set<() => void>()
  let isClosed = false
  let isCopied = !file
  let progress: UploadProgress = { phase: 'sending', sentChunks: 0 }
  let upload: Upload | undefined
  let copying: Promise<void> | undefined

  const tell = () => {
    for (const listener of listeners) listener()
  }

  /** The upload starts with the first piece: only then is it certain what is recorded. */
  const uploading = () =>
    (upload ??= createUpload({
      source: {
        begin: toBegin(open.current),
        takes: () => open.current.takes.filter(({ chunks }) => chunks > 0),
        read: (place) => (file ? readFileChunk(file, place.number) : open.read(place)),
        cuts: () => cutsOf(open.current.kept, open.current.takes),
      },
      intake,
      onChange: (next) => {
        progress = next
        tell()
      },
    }))

  const sendNow = () => upload?.wake()
  window.addEventListener('online', sendNow)
  const unsubscribe = open.subscribe(() => {
    if (open.current.takes.some(({ chunks }) => chunks > 0)) uploading().grown()
    tell()
  })

  // also stores the recording itself, so that it is listed after a crash
  open.change({})
  if (file) {
    copying = open
      .stored()
      .then(() => copyFile(recordings, recording, file, () => isClosed))
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
      return progress
    },
    get isKept() {
      return open.isStored && isCopied
    },
    peaks,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    startTake: open.startTake,
    addPiece(piece) {
      const take = open.current.takes.at(-1)!.take
      peaks.set(take, [...(peaks.get(take) ?? []), ...piece.peaks])
      open.add(piece)
    },
    keep: open.keep,
    changeDetails(details) {
      upload?.stop()
      upload = undefined
      dropOnServer(open.current.dictationId)
      open.change({ details, dictationId: newId() })
    },
    discard: () => open.change({ isDiscarded: true }),
    async soundOf(take) {
      if (file) return file
      const { recordingId, takes } = open.current
      const known = takes.find((one) => one.take === take)
      const sound = (await recordings.readTake(recordingId, take)).map(({ bytes }) => bytes)
      // what could not be stored yet is still in memory
      for (let number = sound.length; number < (known?.chunks ?? 0); number += 1)
        sound.push(await open.read({ take, number }))
      return new Blob(sound, { type: known?.mimeType ?? '' })
    },
    async submit() {
      const job = await uploading().submit()
      const remove = () => recordings.remove(open.current.recordingId)
      isClosed = true
      await remove()
      void copying?.then(remove)
      return job
    },
    pauseSending: () => upload?.pause(),
    resumeSending: () => upload?.resume(),
    sendNow,
    close() {
      isClosed = true
      upload?.stop()
      unsubscribe()
      window.removeEventListener('online', sendNow)
      return opening.onClose()
    },
  }
}
