import { jobRefusals, type Priority } from '@dictara/contract/jobs'
import type { ClinicWork, Work } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { listWorkTypes } from '../facilities/index.ts'
import { isPatientOf } from '../patients/index.ts'
import { getHeldJob, getWorkableJob } from './held-job.ts'
import { deeds, statusesFor, statusInWords } from './job-states.ts'
import { isBy } from './jobs.access.ts'
import { findFlow, getJobForChange, type JobRecord, listJobsOf, updateDetails } from './jobs.store.ts'
import { announceJob } from './move-job.ts'

declare module '../../platform/database/work.ts' {
  interface Events {
    /** A job's patient, work type or date of encounter is about to change. */
    'job.correcting': { jobId: string }
    /** It has changed; the note's fields are filled in again. */
    'job.corrected': { jobId: string }
  }
  interface AuditEvents {
    'job.workTypeSet': null
    'job.encounterDateSet': null
    'job.templateChanged': { fromTemplateId: string | null; templateId: string | null }
    'job.patientChanged': { fromPatientId: string }
    'job.prioritySet': { priority: Priority }
  }
}

type Corrected = Partial<Pick<JobRecord, 'workType' | 'dateOfEncounter' | 'patientId'>>

/** Changes details that phrase fields stand for, and has the note's fields filled in again. */
async function correct(work: Work, jobId: string, change: Corrected) {
  await work.record('job.correcting', { jobId })
  await updateDetails(work, jobId, change)
  await work.record('job.corrected', { jobId })
  await announceJob(work, jobId)
}

/** Sets the work type, one of the facility's (EDIT-41, EDIT-72). */
export async function setWorkType(work: ClinicWork, jobId: string, workType: string): Promise<void> {
  const job = await getWorkableJob(work, jobId)
  refuseUnless((await listWorkTypes(work, job.facilityId)).includes(workType), jobRefusals.unknownWorkType)
  if (job.workType !== workType) await correct(work, jobId, { workType })
  await work.audit({ event: 'job.workTypeSet', jobId, facilityId: job.facilityId })
}

/** Sets the template of a job that the actor works on. @param job from `getWorkableJob` */
export async function setTemplate(work: ClinicWork, job: JobRecord, templateId: string | null): Promise<void> {
  if (job.templateId === templateId) return
  await updateDetails(work, job.id, { templateId })
  await work.audit({
    event: 'job.templateChanged',
    jobId: job.id,
    facilityId: job.facilityId,
    detail: { fromTemplateId: job.templateId, templateId },
  })
  await announceJob(work, job.id)
}

/** Sets the date of encounter, at most today in the facility's zone (EDIT-55, EDIT-73). */
export async function setEncounterDate(work: ClinicWork, jobId: string, day: string): Promise<void> {
  const job = await getWorkableJob(work, jobId)
  refuseUnless(day <= (await findFlow(work, job)).today, jobRefusals.encounterDateInFuture)
  if (job.dateOfEncounter !== day) await correct(work, jobId, { dateOfEncounter: day })
  await work.audit({ event: 'job.encounterDateSet', jobId, facilityId: job.facilityId })
}

/** Saves the holder's position in the recording, in seconds (EDIT-44). */
export async function saveAudioTime(work: ClinicWork, jobId: string, seconds: number): Promise<void> {
  const job = await getHeldJob(work, jobId)
  await updateDetails(work, job.id, { audioTime: seconds })
}

/** Moves a job to another patient of its facility. Author and admins may do so until the job is completed (Q185). */
export async function changePatient(work: ClinicWork, jobId: string, patientId?: string): Promise<void> {
  const job = await getJobForChange(work, jobId)
  refuseUnless(isBy(deeds.changePatient, work.actor, job), jobRefusals.notEligible)
  refuseUnless(statusesFor('change-patient').includes(job.status), jobRefusals.wrongState, {
    state: statusInWords[job.status],
  })
  refuseUnless(patientId && (await isPatientOf(work, job.facilityId, patientId)), jobRefusals.unknownPatient)
  if (job.patientId === patientId) return
  await correct(work, jobId, { patientId })
  await work.audit({
    event: 'job.patientChanged',
    jobId,
    patientId,
    facilityId: job.facilityId,
    detail: { fromPatientId: job.patientId },
  })
}

/**
 * Gives the jobs of a merged patient to the survivor. Notes that are still worked on get the survivor's details; those that are
 * finished stay as they were signed.
 */
export async function giveJobs(work: Work, { from, into }: { from: string; into: string }): Promise<void> {
  for (const { id, status, facilityId } of await listJobsOf(work, from)) {
    if (statusesFor('change-patient').includes(status)) await correct(work, id, { patientId: into })
    else await updateDetails(work, id, { patientId: into })
    await work.audit({
      event: 'job.patientChanged',
      jobId: id,
      patientId: into,
      facilityId,
      detail: { fromPatientId: from },
    })
  }
}

/** Sets the priority, and with it the due time. Author and admins may do so until the job is completed (Q200). */
export async function setPriority(work: ClinicWork, jobId: string, priority: Priority): Promise<void> {
  const job = await getJobForChange(work, jobId)
  refuseUnless(isBy(deeds.setPriority, work.actor, job), jobRefusals.notEligible)
  refuseUnless(statusesFor('set-priority').includes(job.status), jobRefusals.wrongState, {
    state: statusInWords[job.status],
  })
  if (job.priority === priority) return
  await updateDetails(work, jobId, { priority })
  await work.audit({ event: 'job.prioritySet', jobId, facilityId: job.facilityId, detail: { priority } })
  await announceJob(work, jobId)
}
