import type { EncryptedStore, NewEntry } from './encrypted-store.ts'
import type { KeptPart, Marker } from './kept-parts.ts'
import type { ChunkPlace } from './stored-chunks.ts'

/** Whom and what a recording is about; names stand beside ids, so that it can be listed without network (Q185). */
export interface RecordingDetails {
  facility: { facilityId: string; facilityName: string }
  patient: { pid: string; firstName: string; lastName: string; birthDate: string; medicalRecordNumber: string }
  template: { id: string; templateName: string } | null
  workType: string | null
  /** Wanted at once (Q200); absent: it is routine. */
  isStat?: boolean
  /** Day of the visit that it is about, `yyyy-mm-dd`, where a roster said it; absent: the day on which it is recorded. */
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
 * How far a checklist of headings has come, by their names: the template may be changed meanwhile. `at`: the one that is dictated
 * on, null once the last one is done.
 */
export interface KeptChecklist {
  at: string | null
  done: string[]
}

/** A recording that this browser keeps until the server has made a job of it. */
export interface Recording {
  /** Its name in this browser. */
  recordingId: string
  /** Its name on the server, for life; only what a job lacks becomes a dictation of its own. */
  dictationId: string
  /** Grows whenever it says something else of itself: the server takes the newest. */
  version: number
  details: RecordingDetails
  /** A chosen file, or null for what was spoken. */
  file: { name: string; sizeBytes: number } | null
  /** Unix milliseconds. */
  createdAt: number
  takes: RecordedTake[]
  kept: KeptPart[]
  /** What is to be checked, also in takes that are not kept by now; absent: nothing. */
  markers?: Marker[]
  /** Absent: nothing of it is done. */
  checklist?: KeptChecklist
  /** What was kept before a part of it was said again: the way back. */
  before: KeptPart[] | null
  /** Unix milliseconds; it is gone for good when nobody asks for it back in time. */
  discardedAt: number | null
  /** Unix milliseconds: since when it is to be sent by itself. */
  submitAskedAt: number | null
  /** Why it could not be submitted, in words. */
  problem: string | null
  /** The job that holds the beginning of it, which is not sent again: this is the rest. */
  follows: { jobNumber: string; patientName: string; heldMs: number; fromTake: number } | null
}

/** What a recording does not say from the beginning on. */
export const unsaid = {
  version: 1,
  before: null,
  discardedAt: null,
  submitAskedAt: null,
  problem: null,
  follows: null,
} satisfies Partial<Recording>

/** As an older version of the recorder kept it, too. */
const readRecording = (value: Recording & { isDiscarded?: boolean }): Recording => ({
  ...unsaid,
  ...(value.isDiscarded && { discardedAt: 0 }),
  ...value,
})

/** A piece of sound with what a waveform needs of it. */
export interface Piece {
  bytes: Uint8Array<ArrayBuffer>
  durationMs: number
  /** Loudness 0 to 100, ten a second. */
  peaks: number[]
}

type PieceHead = Omit<Piece, 'bytes'>

/** Under which kind a recording is kept. */
export const recordingKind = 'recording'
const chunkKind = 'chunk'
const takeName = (recordingId: string, take: number) => `${recordingId}/${String(take).padStart(4, '0')}/`
const chunkName = (recordingId: string, { take, number }: ChunkPlace) =>
  `${takeName(recordingId, take)}${String(number).padStart(6, '0')}`

export interface Recordings {
  /** Newest first, also discarded ones. */
  list(): Promise<Recording[]>
  /** As it is stored by now. */
  get(recordingId: string): Promise<Recording | undefined>
  /** Stores the recording and a piece of it together: its count of chunks is never ahead of what is here. */
  save(recording: Recording, piece?: Piece & ChunkPlace): Promise<void>
  /** Stores a piece of a file, whose recording is complete from the beginning. */
  savePiece(recordingId: string, piece: Piece & ChunkPlace): Promise<void>
  readPiece(recordingId: string, place: ChunkPlace): Promise<Piece | undefined>
  /** All pieces of a take, in order. */
  readTake(recordingId: string, take: number): Promise<Piece[]>
  countPieces(recordingId: string): Promise<number>
  remove(recordingId: string): Promise<void>
  /** Removes pieces whose recording is gone: a page was closed while it was being removed. */
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
