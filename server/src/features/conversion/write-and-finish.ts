import type { WrittenSection } from '@dictara/dictation'
import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Work } from '../../platform/database/index.ts'
import { finishConversion, type JobRecord, startConversion } from '../jobs/index.ts'
import { deletePart, findConversion, forgetDecoded, listWords, saveSections } from './conversion.store.ts'
import type { FilledField } from './filled-fields.ts'
import { noteOfWords, noticesOf } from './note-of-words.ts'

declare module '../../platform/database/work.ts' {
  interface Events {
    /** The note of a job was written from its words, while the job still converts; with what phrases and default texts put in. */
    'conversion.written': {
      jobId: string
      sections: WrittenSection[]
      /** Of each section what was filled in from a field. */
      filled?: readonly (readonly FilledField[])[]
      insertions?: readonly { phraseId: string | null; letters: number }[]
    }
  }
}

/** Writes the note and hands the job on, in one transaction; nothing when the job is not converting any more. */
export async function writeAndFinish(work: Work, blobs: Blobs, job: JobRecord) {
  // As it is now: its patient may have been corrected while it was heard.
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

/** The decoded sound that was kept of a long recording goes, once the transaction is committed. */
export async function removeDecoded(work: Work, blobs: Blobs, jobId: string): Promise<void> {
  const blob = await forgetDecoded(work, jobId)
  if (blob) work.afterCommit(() => blobs.remove(blob))
}

/** What was made of a recording that could be read in part only goes: Resubmit decodes it again. */
export async function removePart(work: Work, blobs: Blobs, jobId: string): Promise<void> {
  if (!(await findConversion(work, jobId))?.isPart) return
  await removeDecoded(work, blobs, jobId)
  await deletePart(work, jobId)
}
