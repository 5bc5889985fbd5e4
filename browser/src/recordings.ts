import type { EncryptedStore, NewEntry } from './encrypted-store.ts'
import type { KeptPart, Marker } from './kept-parts.ts'
import type { ChunkPlace } from './stored-chunks.ts'

/** The people and facts of a recording. Names are stored beside ids, so that it can be listed without network (Q185). */
export interface RecordingDetails {
  facility: { facilityId: string; facilityName: string }
  patient: { pid: string; firstName: string; lastName: string; birthDate: string | null; medicalRecordNumber: string }
  template: { id: string; templateName: string } | null
  workType: string | null
  /** Priority STAT (Q200); absent: routine. */
  isStat?: boolean
  /** Day of the visit, `yyyy-mm-dd`, if a roster gave it; absent: the day of the recording. */
  dateOfEncounter?: string
}

/** One unbroken stretch of recording, or a file. */
export interface RecordedTake {
  take: number
  mimeType: string
  chunks: number
  sizeBytes: number
  durationMs: number
}

/**
 * The progress in a checklist of headings, stored by name because the template may change meanwhile. `at`: the current heading; null once
 * the last one is done.
 */
export interface KeptChecklist {
  at: string | null
  done: string[]
}

/** A recording that this browser stores until the server has made a job from it. */
export interface Recording {
  /** Its id in this browser. */
  recordingId: string
  /** Its permanent id on the server. Only the rest that a job lacks becomes a separate dictation. */
  dictationId: string
  /** Grows whenever the recording's details change; the server takes the newest. */
  version: number
  details: RecordingDetails
  /** A chosen file, or null for what was spoken. */
  file: { name: string; sizeBytes: number } | null
  /** Unix milliseconds. */
  createdAt: number
  takes: RecordedTake[]
  kept: KeptPart[]
  /** The markers, including those in takes that are not kept now; absent: none. */
  markers?: Marker[]
  /** Absent: nothing of the checklist is done. */
  checklist?: KeptChecklist
  /** The parts kept before something was said again: the way back. */
  before: KeptPart[] | null
  /** Unix milliseconds. It is deleted for good if nobody restores it in time. */
  discardedAt: number | null
  /** Unix milliseconds: since when it is to be sent automatically. */
  submitAskedAt: number | null
  /** Why it could not be submitted, in words. */
  problem: string | null
  /** The job that contains the beginning, which is not sent again; this recording is the rest. */
  follows: { jobNumber: string; patientName: string; heldMs: number; fromTake: number } | null
}

/** The values of a new recording. */
export const unsaid = {
  version: 1,
  before: null,
  discardedAt: null,
  submitAskedAt: null,
  problem: null,
  follows: null,
} satisfies Partial<Recording>

/** Also reads recordings stored by an older version of the recorder. */
const readRecording = (value: Recording & { isDiscarded?: boolean }): Recording => ({
  ...unsaid,
  ...(value.isDiscarded && { discardedAt: 0 }),
  ...value,
})

/** A piece of sound and its waveform data. */
export interface Piece {
  bytes: Uint8Array<ArrayBuffer>
  durationMs: number
  /** Loudness 0 to 100, ten values per second. */
  peaks: number[]
}

type PieceHead = Omit<Piece, 'bytes'>

/** The kind under which recordings are stored. */
export const recordingKind = 'recording'
const chunkKind = 'chunk'
const takeName = (recordingId: string, take: number) => `${recordingId}/${String(take).padStart(4, '0')}/`
const chunkName = (recordingId: string, { take, number }: ChunkPlace) =>
  `${takeName(recordingId, take)}${String(number).padStart(6, '0')}`

export interface Recordings {
  /** Newest first, including discarded ones. */
  list(): Promise<Recording[]>
  /** The recording as currently stored. */
  get(recordingId: string): Promise<Recording | undefined>
  /** Stores the recording and one piece together, so that its chunk count never exceeds the stored chunks. */
  save(recording: Recording, piece?: Piece & ChunkPlace): Promise<void>
  /** Stores a piece of a file, whose recording is complete from the start. */
  savePiece(recordingId: string, piece: Piece & ChunkPlace): Promise<void>
  readPiece(recordingId: string, place: ChunkPlace): Promise<Piece | undefined>
  /** All pieces of a take, in order. */
  readTake(recordingId: string, take: number): Promise<Piece[]>
  countPieces(recordingId: string): Promise<number>
  remove(recordingId: string): Promise<void>
  /** Deletes pieces without a recording, left when a page was closed during a deletion. */
  tidy(): Promise<void>
}

/** The recordings of one user in this browser, encrypted. */
export function createRecordings(store: EncryptedStore): Recordings {
  const recordingEntry = (recording: Recording): NewEntry => ({
    kind: recordingKind,
    id: recording.recordingId,
    value: recording,
  })
  const pieceEntry = (recordingId: string, { bytes, durationMs, peaks, ...place }: Piece & ChunkPlace): NewEntry => ({
    kind: chunkKind,
    id: chunkName(recordingId, place),
    value: { durationMs, peaks } satisfies PieceHead,
    bytes,
  })

  return {
    async list() {
      const entries = await store.list<Recording>(recordingKind)
      return entries.map((entry) => readRecording(entry.value)).sort((a, b) => b.createdAt - a.createdAt)
    },

    async get(recordingId) {
      const entry = await store.get<Recording>(recordingKind, recordingId)
      return entry && readRecording(entry.value)
    },

    async save(recording, piece) {
      await store.put(recordingEntry(recording), ...(piece ? [pieceEntry(recording.recordingId, piece)] : []))
    },

    savePiece: (recordingId, piece) => store.put(pieceEntry(recordingId, piece)),

    async readPiece(recordingId, place) {
      const entry = await store.get<PieceHead>(chunkKind, chunkName(recordingId, place))
      return entry && { ...entry.value, bytes: entry.bytes }
    },

    async readTake(recordingId, take) {
      const entries = await store.list<PieceHead>(chunkKind, takeName(recordingId, take))
      return entries.map((entry) => ({ ...entry.value, bytes: entry.bytes }))
    },

    countPieces: async (recordingId) => (await store.ids(chunkKind, `${recordingId}/`)).length,

    async remove(recordingId) {
      await store.delete(recordingKind, recordingId)
      await store.delete(chunkKind, { under: `${recordingId}/` })
    },

    async tidy() {
      const known = new Set(await store.ids(recordingKind))
      const owners = new Set((await store.ids(chunkKind)).map((id) => id.split('/')[0]!))
      for (const owner of owners) if (!known.has(owner)) await store.delete(chunkKind, { under: `${owner}/` })
    },
  }
}
