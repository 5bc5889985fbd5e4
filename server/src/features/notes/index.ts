import { noteCalls } from '@dictara/contract/notes'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { listWords, readEngine } from '../conversion/index.ts'
import { saveAudioTime } from '../jobs/index.ts'
import { listSystemHeadings } from '../templates/index.ts'
import { commentOn, takeCommentOut } from './comment-on.ts'
import { readDemographics, readPrintInfo } from './demographics.ts'
import { checkNamings, isCorrectedSince } from './check-namings.ts'
import { followCorrection, rememberValues } from './fill-anew.ts'
import { findSavedSections } from './find-saved.ts'
import { finishNote } from './finish-note.ts'
import { listNoteComments } from './note-comments.store.ts'
import { keepConvertedInsertions } from './note-insertions.store.ts'
import { checkBlanks, checkSeen, followJob, keepConverted, restoreStage } from './note-stages.ts'
import { findTokens } from './notes.store.ts'
import { readConverted, readNote, readStages } from './read-note.ts'
import { deleteSection, saveSections } from './save-sections.ts'

export { keepInsertions, type NoteInsertion } from './note-insertions.store.ts'
export { readPlainNote, readSectionTexts } from './read-note.ts'
export { countChangedWords } from './changed-words.ts'

/** The text of the notes: sections, their versions, and the stages that are kept on a job's way. */
export const notesFeature = (): Feature => ({
  name: 'notes',
  calls: serve(noteCalls, {
    getSections: async ({ work, params }) => ({ result: [await readNote(work, params.id)] }),
    saveSections: async ({ work, params, body }) => ({
      result: [await saveSections(work, params.id, body)],
    }),
    finishNote: ({ work, params, body }) => finishNote(work, params.id, body),
    findSavedSections: async ({ work, params, body }) => ({
      result: [await findSavedSections(work, params.id, body.sections)],
    }),
    getConvertedSections: async ({ work, params }) => ({
      result: [await readConverted(work, params.id)],
    }),
    listNoteStages: async ({ work, params }) => ({ result: await readStages(work, params.id) }),
    listNoteComments: async ({ work, params }) => ({ result: await listNoteComments(work, params.id) }),
    addNoteComment: async ({ work, params, body }) => ({ result: [await commentOn(work, params.id, body)] }),
    async deleteNoteComment({ work, params }) {
      await takeCommentOut(work, params.id, params.commentId)
      return { message: 'Comment removed' }
    },
    listSectionHeadings: async ({ work }) => ({ result: (await listSystemHeadings(work)).map(({ name }) => name) }),
    async deleteSection({ work, params, query }) {
      await deleteSection(work, params.id, params.sectionId, query)
      return { message: 'Section removed!' }
    },
    async saveAudioTime({ work, params, query }) {
      await saveAudioTime(work, params.id, query.audioTime)
      return {}
    },
    getDemographics: async ({ work, params }) => ({ result: await readDemographics(work, params.id) }),
    getPrintInfo: async ({ work, query }) => ({ result: [await readPrintInfo(work, query.jobId)] }),
    listWords: async ({ work, params }) => ({
      result: await listWords(work, params.id),
      extra: { tokens: await findTokens(work, params.id), engine: await readEngine(work, params.id) },
    }),
  }),
  subscribers: {
    'conversion.written': [
      (work, { jobId, sections, filled }) => keepConverted(work, jobId, sections, filled),
      (work, { jobId, insertions = [] }) => keepConvertedInsertions(work, jobId, insertions),
    ],
    'job.moved': [followJob],
    'job.correcting': [(work, { jobId }) => rememberValues(work, jobId)],
    'job.corrected': [(work, { jobId }) => followCorrection(work, jobId)],
    'job.handingOn': [(work, { jobId, confirmedNames }) => checkNamings(work, jobId, confirmedNames)],
    'job.filingAgain': [
      async (work, { jobId, confirmedNames, confirmedBlanks }) => {
        if (!(await isCorrectedSince(work, jobId))) return
        await checkNamings(work, jobId, confirmedNames)
        await checkBlanks(work, jobId, confirmedBlanks)
      },
    ],
    'job.submitting': [(work, { job, seen }) => checkSeen(work, job.id, seen)],
    'job.filing': [(work, { job, confirmedBlanks }) => checkBlanks(work, job.id, confirmedBlanks)],
    'job.textRestored': [
      (work, { job, to }) => restoreStage(work, job.id, to === 'converted' ? 'CONVERTED' : 'STARTED'),
    ],
  },
})
