import { jobRefusals } from '@dictara/contract/jobs'
import { type Actor, isAdmin } from '../../platform/actor.ts'
import type { Work } from '../../platform/database/index.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import { facilityIsEnabled, findJob } from './jobs.store.ts'
import { moveJob } from './move-job.ts'

/** Resubmits incomplete jobs; each goes on from the stage that failed (T17). A refusal by state is told per job (Q112). */
export async function retryJobs(work: Work, actor: Actor, jobIds: readonly string[]) {
  const result = []
  for (const jobId of new Set(jobIds)) {
    const job = (await findJob(work, jobId))!
    refuseUnless(job.authorId === actor.userId || isAdmin(actor), jobRefusals.notEligible)
    try {
      refuseUnless(await facilityIsEnabled(work, job.facilityId), jobRefusals.facilityDisabled)
      const name = job.failStage === 'EHR_WRITE' ? 'resubmitFiling' : 'resubmitConversion'
      await moveJob(work, job, name, {
        failStage: null,
        reasonForFailing: null,
        progress: name === 'resubmitConversion' ? 0 : null,
      })
      result.push({ jobId, resubmitted: true, message: 'Resubmitted' })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      result.push({ jobId, resubmitted: false, message: error.message })
    }
  }
  const refused = result.filter(({ resubmitted }) => !resubmitted)
  if (refused.length === result.length && refused[0])
    throw new Refusal({ ...jobRefusals.wrongState, message: refused[0].message })
  return {
    result,
    message:
      refused.length === 0
        ? 'Resubmitted'
        : `${result.length - refused.length} of ${result.length} jobs were resubmitted. ${refused[0]!.message}`,
  }
}
