export {
  atReachedFacility,
  isEligibleReviewer,
  isPastWorkOf,
  isReadingKept,
  mayRead,
  poolOrder,
} from './access-rules.store.ts'
export { assignJob } from './assign-job.ts'
export { assignToBiller, billJob } from './bill-job.ts'
export { saveAudioTime, setTemplate } from './change-details.ts'
export {
  addNotices,
  failConversion,
  finishConversion,
  lockJob,
  reportLength,
  reportProgress,
  startConversion,
} from './convert-job.ts'
export { getWorkableJob } from './held-job.ts'
export { retryJobs } from './retry-jobs.ts'
export { getJobFor, type JobRowOut, type NamedJob, rowsOfChosen, staysHere, toJobRows } from './job-rows.store.ts'
export { isFound, type JobSearch, mayFindBy, readSearch } from './job-search.store.ts'
export { transitions } from './job-states.ts'
export type { Audience, KeptText, Transition } from './transition.ts'
export { failFiling, findJobToFile, findJobToStrike, finishFiling, strikeOut } from './file-job.ts'
export { jobsFeature } from './jobs.feature.ts'
export { findJob, type JobRecord } from './jobs.store.ts'
export { announceJob, type Moved } from './move-job.ts'
export { takeNextJob } from './next-job.ts'
export { oneAtATime } from './next-job.store.ts'
export { listPossibleHolders, mayReadJob } from './readers.store.ts'
export { takeUpJobs } from './take-up-jobs.ts'
export { jobNumberText, receiveJob } from './receive-job.ts'
export { findApproval, findLastWorker, saveLines } from './stints.store.ts'
export { completeJob, completeLocked } from './complete-job.ts'
export { approveJob, approveLocked, rejectReview, rejectTranscription, says } from './review-job.ts'
export { startReview, startTranscription } from './start-job.ts'
export { type Way, waysToRead } from './ways-to-read.store.ts'
