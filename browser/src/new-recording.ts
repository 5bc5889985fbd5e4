import { newId } from '@dictara/contract/new-id'
import { takeOfFile } from './recorded-file.ts'
import { type Recording, type RecordingDetails, unsaid } from './recordings.ts'

/** A recording in which nothing has been spoken yet, or a chosen file. */
export function newRecording(details: RecordingDetails, file?: { name: string; size: number }): Recording {
  return {
    ...unsaid,
    recordingId: newId(),
    dictationId: newId(),
    details,
    file: file ? { name: file.name, sizeBytes: file.size } : null,
    createdAt: Date.now(),
    takes: file ? [takeOfFile(file)] : [],
    kept: file ? [{ take: 0, startMs: 0, endMs: null }] : [],
  }
}
