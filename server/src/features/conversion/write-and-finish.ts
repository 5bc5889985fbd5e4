import type { WrittenSection } from '@dictara/dictation'
import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Work } from '../../platform/database/index.ts'
import { finishConversion, type JobRecord, startConversion } from '../jobs/index.ts'
import { deletePart, findConversion, forgetDecoded, listWords, saveSections } from './conversion.store.ts'
import type { FilledField } from './filled-fields.ts'
import { noteOfWords, noticesOf } from './note-of-words.ts'

declare module '../../platform/database/work.ts' {
  interface Events {
    /** The note was written from the job's words; the job is still converting. `insertions`: by phrases and default texts. */
    'conversion.written': {
      jobId: string
      sections: WrittenSection[]
      /** For each section the fields that were filled in. */
      filled?: readonly (readonly FilledField[])[]
      insertions?: readonly { phraseId: string | null; letters: number }[]
    }
  }
}

/** Writes the note and hands the job on, in one transaction. Does nothing if the job is no longer converting. */
export async function writeAndFinish(work: Work, blobs: Blobs, job: JobRecord) {
  // Read the job again: its patient may have been corrected during recognition.
  const now = await startConversion(work, job.id)
  if (!now) return
  const words = await listWords(work, job.id)
  const { sections, insertions, filled } = await noteOfWords(work, now, words)
  await saveSections(work, job.id, sections)
  await work.record('conversion.written', { jobId: job.id, sections, insertions, filled })
  const { audioMs, notices } = (await findConversion(work, job.id))!
  await removeDecoded(work, blobs, job.id)
  await finishConversion(work, job.id, { audioMs, notices: [...notices, ...noticesOf(words)] })
}

/** Deletes the stored decoded sound of a long recording, after the commit. */
export async function removeDecoded(work: Work, blobs: Blobs, jobId: string): Promise<void> {
  const blob = await forgetDecoded(work, jobId)
  if (blob) work.afterCommit(() => blobs.remove(blob))
}

/** Deletes the conversion of a recording that could only partly be read, so that Resubmit decodes it again. */
export async function removePart(work: Work, blobs: Blobs, jobId: string): Promise<void> {
  if (!(await findConversion(work, jobId))?.isPart) return
  await removeDecoded(work, blobs, jobId)
  await deletePart(work, jobId)
}
