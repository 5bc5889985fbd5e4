import { jobRefusals } from '@dictara/contract/jobs'
import { EhrFailed } from '../../gateways/ehr/index.ts'
import type { Actor } from '../../platform/actor.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import { findEhrOf } from '../facilities/index.ts'
import { findJobToStrike, strikeOut } from '../jobs/index.ts'
import type { FilingParts } from './deliver-notes.ts'
import { findFiling, findHeader, saveStrikeStatus } from './filing.store.ts'

/**
 * T20: strikes the note in the EHR, then the job here. When the EHR does not strike it, the job stays as it is.
 * @throws Refusal by who asks and in which status, 422 `strikeFailed` when the EHR did not do it, 422 `strikeElsewhere` when the facility
 *   has another EHR by now.
 */
export async function strikeNote(
  { platform: { doors, secrets }, kinds, readNote }: FilingParts,
  actor: Actor,
  jobId: string,
) {
  const { job, filing, connected, note } = await doors.inClinic(actor, async (work) => {
    const found = await findJobToStrike(work, jobId)
    return {
      job: found,
      filing: await findFiling(work, jobId),
      connected: await findEhrOf(work, secrets, found.facilityId),
      note: { ...(await findHeader(work, jobId))!, ...(await readNote(work, jobId)) },
    }
  })
  refuseUnless(filing, jobRefusals.strikeFailed)
  const { noteVersion, ehrType } = filing
  if (ehrType !== null) {
    // The facility may be connected to another EHR by now.
    const kind = ehrType === connected?.ehrType ? kinds[ehrType] : undefined
    refuseUnless(kind, jobRefusals.strikeElsewhere)
    const { clinicId, facilityId } = job
    const ehr = kind.connect({ clinicId, facilityId, settings: connected!.settings })
    try {
      await ehr.strikeNote({ ...note, noteVersion }, new AbortController().signal)
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
