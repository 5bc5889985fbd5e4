import { dashboardCalls } from '@dictara/contract/dashboards'
import { sharedRefusals } from '@dictara/contract'
import { flavours } from '@dictara/contract/identity'
import type { VoiceSearch } from '../../gateways/audio/index.ts'
import { engineInWords, type SpeechEngine } from '../../gateways/speech/index.ts'
import type { Actor } from '../../platform/actor.ts'
import type { ClinicWork } from '../../platform/database/index.ts'
import type { Feature, Platform } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { findClinicDay } from '../facilities/index.ts'
import { countJobs, myJobsRule, readRows, reviewRule } from '../job-lists/index.ts'
import { readMailStanding } from '../mail/index.ts'
import { readFiling, readPeopleAtWork, readSpeech } from './at-work.store.ts'
import { readClinicCounts } from './dashboards.store.ts'
import { readDays } from './job-days.store.ts'
import { findStuckJobs, readStages, walkCap } from './pipeline.store.ts'
import { findRecentJobs } from './recent-jobs.store.ts'

export { readClinicCounts } from './dashboards.store.ts'

/** The user type, and the flavour by privilege, under which a person may ask for the dashboard (DASH-33). */
const mayAskAs = ({ userType, userPrivilege }: Actor): string[] => [
  userType,
  ...(userPrivilege === 'NONE' ? [] : [flavours[userPrivilege]]),
  // Who transcribes and reviews has both boards.
  ...(userPrivilege === 'TRANSCRIPTION_REVIEWER' ? ['reviewer'] : []),
]

async function readDashboard(work: ClinicWork) {
  const mine = await countJobs(work, myJobsRule)
  const toReview = await countJobs(work, reviewRule)
  const clinic = await readClinicCounts(work)
  const isReviewer = work.actor.userType === 'reviewer'
  const own = isReviewer ? toReview : mine
  return {
    ...clinic,
    // Everything of the author that is not finished, struck out or deleted (lists.md).
    myJobs: mine.inProgressJobs + mine.inReviewJobs + mine.inCompleteJobs,
    availableJobs: isReviewer ? toReview.readyJobs : mine.availableJobs,
    inProgressJobs: own.inProgressJobs,
    inReviewJobs: mine.inReviewJobs,
    completedJobs: own.completedJobs,
    inCompleteJobs: mine.inCompleteJobs,
    rejectedJobs: own.rejectedJobs,
    readyJobs: toReview.readyJobs,
  }
}

async function readPipeline(work: ClinicWork) {
  const { stages, isCapped } = await readStages(work)
  const { filedAudioLength, ...days } = await readDays(work, (await findClinicDay(work)).today)
  const filed = { jobs: days.filedToday, audioLength: filedAudioLength, waitingSince: null, late: 0, ages: [] }
  return { ...days, stages: [...stages, { stage: 'FILED' as const, ...filed }], isCapped }
}

async function listStuckJobs(work: ClinicWork, query: { page: number; size: number }) {
  const { ids, total } = await findStuckJobs(work, query)
  return { result: await readRows(work, ids), size: total, ...(total >= walkCap && { extra: { sizeIsCapped: true } }) }
}

interface Speech {
  engine: Pick<SpeechEngine, 'about'>
  voices: Pick<VoiceSearch, 'isMissing'>
}

async function readAtWork({ config }: Platform, { engine, voices }: Speech, work: ClinicWork) {
  const { name, trouble } = await engine.about()
  const systems = [
    {
      system: 'SPEECH' as const,
      way: 'CONNECTED' as const,
      ...(await readSpeech(work)),
      engine: engineInWords(name),
      ...(voices.isMissing() && { isVoiceSearchMissing: true }),
      ...(trouble !== undefined && { trouble }),
    },
    { system: 'EHR' as const, ...(await readFiling(work)) },
    { system: 'MAIL' as const, ...(await readMailStanding(config, work)), failed: null },
  ]
  return { ...(await readPeopleAtWork(work)), systems }
}

/** The counts that people begin their day with; they read others' tables, by the rules of the lists. */
export const dashboardsFeature = (platform: Platform, speech: Speech): Feature => ({
  name: 'dashboards',
  calls: serve(dashboardCalls, {
    async getDashboard({ work, actor, params }) {
      refuseUnless(mayAskAs(actor).includes(params.role), sharedRefusals.notPermitted)
      return { result: [await readDashboard(work)] }
    },
    getPipeline: async ({ work }) => ({ result: [await readPipeline(work)] }),
    getAtWork: async ({ work }) => ({ result: [await readAtWork(platform, speech, work)] }),
    listStuckJobs: ({ work, query }) => listStuckJobs(work, query),
    listRecentJobs: async ({ work }) => ({ result: await readRows(work, await findRecentJobs(work)) }),
    async getJobBoard({ work, actor }) {
      const toReview = await countJobs(work, reviewRule)
      const mine = await countJobs(work, myJobsRule)
      const isTranscriptionist = actor.userType === 'transcriptionist'
      const transcriptionistJobCount = mine.inProgressJobs + (isTranscriptionist ? mine.availableJobs : 0)
      return { result: [{ reviewerJobCount: toReview.readyJobs + toReview.inProgressJobs, transcriptionistJobCount }] }
    },
  }),
})
