import { noteCalls } from '@dictara/contract/notes'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { listWords } from '../conversion/index.ts'
import { saveAudioTime } from '../jobs/index.ts'
import { listSystemHeadings } from '../templates/index.ts'
import { readDemographics, readPrintInfo } from './demographics.ts'
import { findSavedSections } from './find-saved.ts'
import { checkSeen, followJob, keepConverted, restoreStage } from './note-stages.ts'
import { findTokens } from './notes.store.ts'
import { readConverted, readNote, readStages } from './read-note.ts'
import { deleteSection, saveSections } from './save-sections.ts'

export { readPlainNote } from './read-note.ts'

/** The text of the notes: sections, their versions, and the stages of a job's way. */
export const notesFeature = (): Feature => ({
  name: 'notes',
  calls: serve(noteCalls, {
    getSections: async (work, actor, { params }) => ({ result: [await readNote(work, actor, params.id)] }),
    saveSections: async (work, actor, { params, body }) => ({
      result: [await saveSections(work, actor, params.id, body)],
    }),
    findSavedSections: async (work, _actor, { params, body }) => ({
      result: [await findSavedSections(work, params.id, body.sections)],
    }),
    getConvertedSections: async (work, actor, { params }) => ({
      result: [await readConverted(work, actor, params.id)],
    }),
    listNoteStages: async (work, _actor, { params }) => ({ result: await readStages(work, params.id) }),
    listSectionHeadings: async (work) => ({ result: (await listSystemHeadings(work)).map(({ name }) => name) }),
    async deleteSection(work, actor, { params, query }) {
      await deleteSection(work, actor, params.id, params.sectionId, query)
      return { message: 'Section removed!' }
    },
    async saveAudioTime(work, actor, { params, query }) {
      await saveAudioTime(work, actor, params.id, query.audioTime)
      return {}
    },
    getDemographics: async (work, actor, { params }) => ({ result: await readDemographics(work, actor, params.id) }),
    getPrintInfo: async (work, actor, { query }) => ({ result: [await readPrintInfo(work, actor, query.jobId)] }),
    listWords: async (work, _actor, { params }) => ({
      result: await listWords(work, params.id),
      extra: { tokens: await findTokens(work, params.id) },
    }),
  }),
  subscribers: {
    'conversion.written': [(work, { jobId, sections }) => keepConverted(work, jobId, sections)],
    'job.moved': [followJob],
    'job.submitting': [(work, { job, seen }) => checkSeen(work, job.id, seen)],
    'job.textRestored': [
      (work, { job, to }) => restoreStage(work, job.id, to === 'converted' ? 'CONVERTED' : 'STARTED'),
    ],
  },
})
