import type { NoteStage } from '@dictara/contract/notes'
import { notePlainText, sectionPlainText } from '@dictara/dictation/note-text'
import type { z } from 'zod'
import type { ClinicWork, Work } from '../../platform/database/index.ts'
import { getJobFor } from '../jobs/index.ts'
import { asOnTheWire, findNote, listSections, type StoredSection, toSection } from './notes.store.ts'
import { listSectionsOf, listStages } from './stages.store.ts'

async function describe(work: ClinicWork, jobId: string, sections: readonly StoredSection[]) {
  const job = await getJobFor(work, jobId)
  const note = await findNote(work, jobId)
  return {
    id: jobId,
    sections: sections.map(toSection),
    audioTime: job.audioTime,
    lastUpdatedTime: note?.lastUpdatedAt ?? job.lastUpdatedTime,
    jobName: job.jobName,
    templates: job.templates,
  }
}

/** The present note; empty while the dictation converts. */
export const readNote = async (work: ClinicWork, jobId: string) =>
  describe(work, jobId, await listSections(work, jobId))

/** The note as the conversion wrote it. */
export async function readConverted(work: ClinicWork, jobId: string) {
  const stage = (await listStages(work, jobId)).findLast((one) => one.stage === 'CONVERTED')
  return describe(work, jobId, stage ? await listSectionsOf(work, jobId, stage.id) : [])
}

/** The note at each kept stage, the present text last, so that people can see what a reviewer changed (Q190). */
export async function readStages(work: Work, jobId: string): Promise<z.input<typeof NoteStage>[]> {
  const stages: z.input<typeof NoteStage>[] = []
  for (const { id, stage, userName, at } of await listStages(work, jobId)) {
    if (stage === 'STARTED') continue
    stages.push({
      stage,
      userName,
      time: at,
      sections: (await listSectionsOf(work, jobId, id)).map(toSection),
    })
  }
  const note = await findNote(work, jobId)
  if (!note) return stages
  const sections = (await listSections(work, jobId)).map(toSection)
  return [...stages, { stage: 'CURRENT', userName: null, time: note.lastUpdatedAt, sections }]
}

/** The note's version, and its plain text as a whole and by section, as written to the EHR. */
export async function readPlainNote(work: Work, jobId: string) {
  const note = await findNote(work, jobId)
  const sections = await listSections(work, jobId)
  return {
    version: note?.version ?? 0,
    writtenAt: note?.lastUpdatedAt ?? work.now,
    text: notePlainText(sections.map(asOnTheWire)),
    sections: sections.map(({ customHeading, content }) => ({
      heading: customHeading,
      text: sectionPlainText(content),
    })),
  }
}

/** The note's version and its sections in plain text, in order. */
export async function readSectionTexts(work: Work, jobId: string) {
  const sections = await listSections(work, jobId)
  return {
    version: (await findNote(work, jobId))?.version ?? 0,
    sections: sections.map(({ id, customHeading, systemHeading, content }) => ({
      id,
      heading: customHeading,
      systemHeading,
      text: sectionPlainText(content),
    })),
  }
}
