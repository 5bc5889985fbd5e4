import { jobRefusals } from '@dictara/contract/jobs'
import { EhrFailed } from '../../gateways/ehr/index.ts'
import type { Actor } from '../../platform/actor.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import { findJobToStrike, strikeOut } from '../jobs/index.ts'
import type { FilingParts } from './file-note.ts'
import { findFiling, saveStrikeStatus } from './filing.store.ts'

/**
 * T20: strikes the note in the EHR, then the job here. When the EHR does not strike it, the job stays as it is.
 * @throws Refusal by who asks and in which status, 422 `strikeFailed` when the EHR did not do it.
 */
export async function strikeNote({ platform: { doors }, ehrs }: FilingParts, actor: Actor, jobId: string) {
  const { job, filing } = await doors.inClinic(actor, async (work) => ({
    job: await findJobToStrike(work, jobId),
    filing: await findFiling(work, jobId),
  }))
  refuseUnless(filing, jobRefusals.strikeFailed)
  const { noteVersion, ehrType } = filing
  if (ehrType !== null) {
    const ehr = ehrs[ehrType]
    refuseUnless(ehr, jobRefusals.strikeFailed)
    const { clinicId, facilityId } = job
    try {
      await ehr.strikeNote({ clinicId, facilityId, jobId, noteVersion }, new AbortController().signal)
    } catch (error) {
      if (!(error instanceof EhrFailed)) throw error
      await doors.inClinic(actor, (work) => saveStrikeStatus(work, jobId, noteVersion, 'FAILED'))
      throw new Refusal(jobRefusals.strikeFailed)
    }
  }
  // Kept even when the job was billed meanwhile: the EHR did strike the note.
  await doors.inClinic(actor, (work) => saveStrikeStatus(work, jobId, noteVersion, 'STRUCK'))
  await doors.inClinic(actor, (work) => strikeOut(work, jobId))
}
