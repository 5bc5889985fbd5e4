import { EhrFailed, type EhrKinds, type EhrNote } from '../../gateways/ehr/index.ts'
import type { Work } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/feature.ts'
import { GiveUp } from '../../platform/refusal.ts'
import type { TaskRun } from '../../platform/tasks/index.ts'
import { findEhrOf } from '../facilities/index.ts'
import { findJobToFile, finishFiling, jobNumberText } from '../jobs/index.ts'
import { claimFiling, findHeader, markFiled } from './filing.store.ts'

/** A finished note in plain text, and its version, which changes whenever the text does. */
export interface NoteToFile {
  version: number
  text: string
}

export interface FilingParts {
  platform: Platform
  kinds: EhrKinds
  readNote(work: Work, jobId: string): Promise<NoteToFile>
}

export interface FilingPayload {
  clinicId: string
  jobId: string
}

/**
 * Writes the note of a job to its facility's EHR and completes the job. May be cut off and run again at any point: the
 * EHR knows a repeated write by its key. No transaction is open while the EHR is asked.
 */
export async function fileNote(
  { platform, kinds, readNote }: FilingParts,
  { clinicId, jobId }: FilingPayload,
  { signal, isLastAttempt }: Pick<TaskRun, 'signal' | 'isLastAttempt'>,
) {
  const inSystem = <T>(run: (work: Work) => Promise<T>) => platform.doors.asSystem('task file note', run, clinicId)
  const filing = await inSystem(async (work) => {
    if (!(await findJobToFile(work, jobId))) return undefined
    const { number, ...header } = (await findHeader(work, jobId))!
    const connected = await findEhrOf(work, platform.secrets, header.facilityId)
    const { version, text } = await readNote(work, jobId)
    await claimFiling(work, jobId, version, connected?.ehrType ?? null)
    const note: EhrNote = { ...header, jobNumber: jobNumberText(number), noteVersion: version, text }
    return { connected, note }
  })
  if (!filing) return
  const { connected, note } = filing
  if (connected) {
    const { ehrType, settings } = connected
    const kind = kinds[ehrType]
    if (!kind) throw new GiveUp(`Dictara can’t write to an EHR of type “${ehrType}” here.`)
    try {
      await kind.connect({ ...note, settings }).fileNote(note, signal)
    } catch (error) {
      throw asPeopleRead(error, isLastAttempt)
    }
  }
  await inSystem(async (work) => {
    await markFiled(work, jobId, note.noteVersion)
    await finishFiling(work, jobId)
  })
}

/** A refusal stands at once; silence is tried again before people are told. */
function asPeopleRead(error: unknown, isLastAttempt: boolean): unknown {
  if (!(error instanceof EhrFailed)) return error
  return error.kind === 'refused' || isLastAttempt ? new GiveUp(error.message) : error
}
