import type { Work } from '../../platform/database/index.ts'
import { findConversion } from './conversion.store.ts'

/** The note of a job as the conversion wrote it, in plain text; without sections when it was not converted. */
export async function readConvertedNote(work: Work, jobId: string) {
  const sections = (await findConversion(work, jobId))?.sections ?? []
  return {
    version: 1,
    sections: sections.map(({ heading, content }) => ({
      heading: heading.customUIHeading,
      text: content.map(({ value }) => plain(value)).join('\n'),
    })),
  }
}

const plain = (value: string) => value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
