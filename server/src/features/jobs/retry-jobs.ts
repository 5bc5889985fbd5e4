import { jobRefusals } from '@dictara/contract/jobs'
import type { ClinicWork, Work } from '../../platform/database/index.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import { transitions } from './job-states.ts'
import { isBy } from './jobs.access.ts'
import { facilityIsEnabled, findJob, getJobForChange } from './jobs.store.ts'
import { moveJob } from './move-job.ts'

declare module '../../platform/database/work.ts' {
  interface Events {
    /** A filing is tried again. Subscribers refuse when the job was corrected since and its text names a former patient or has blanks. */
    'job.filingAgain': { jobId: string; confirmedNames: readonly string[]; confirmedBlanks: readonly string[] }
  }
}

/** What the person who looked at the text confirmed. */
interface Confirmed {
  blanks?: readonly string[] | undefined
  formerNames?: readonly string[] | undefined
}

/** @throws Refusal 409 when somebody else's Resubmit or Delete was faster (Q179), 422 in another state. */
async function resubmit(work: Work, jobId: string, confirmed: Confirmed | null | undefined) {
  const before = (await findJob(work, jobId))!
  const job = await getJobForChange(work, jobId)
  const wasOvertaken = before.status === 'INCOMPLETE' && job.status !== 'INCOMPLETE'
  refuseUnless(!wasOvertaken, jobRefusals.alreadyResubmitted)
  refuseUnless(await facilityIsEnabled(work, job.facilityId), jobRefusals.facilityDisabled)
  const name = job.failStage === 'EHR_WRITE' ? 'resubmitFiling' : 'resubmitConversion'
  const { blanks: confirmedBlanks = [], formerNames: confirmedNames = [] } = confirmed ?? {}
  if (name === 'resubmitFiling') await work.record('job.filingAgain', { jobId, confirmedNames, confirmedBlanks })
  await moveJob(work, job, name, {
    failStage: null,
    reasonForFailing: null,
    progress: name === 'resubmitConversion' ? 0 : null,
    // Decoding it again adds its notices again.
    ...(name === 'resubmitConversion' ? { notices: [] } : {}),
  })
}

/** Resubmits incomplete jobs; each continues from the stage that failed (T17). Refusals by state are reported per job (Q112). */
export async function retryJobs(work: ClinicWork, jobIds: readonly string[], confirmed?: Confirmed | null) {
  const result = []
  const refusals: Refusal[] = []
  // Always in the same order, so that two calls with the same jobs cannot deadlock.
  for (const jobId of [...new Set(jobIds)].toSorted()) {
    const job = (await findJob(work, jobId))!
    refuseUnless(isBy(transitions.resubmitFiling, work.actor, job), jobRefusals.notEligible)
    try {
      await resubmit(work, jobId, confirmed)
      result.push({ jobId, resubmitted: true, message: 'Resubmitted' })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refusals.push(error)
      result.push({ jobId, resubmitted: false, message: error.message })
    }
  }
  const [first] = refusals
  if (first && refusals.length === result.length) throw first
  return {
    result,
    message: first
      ? `${result.length - refusals.length} of ${result.length} jobs resubmitted. ${first.message}`
      : 'Resubmitted',
  }
}
