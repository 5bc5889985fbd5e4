import { cutsOf, markersIn } from '@dictara/browser/kept-parts'
import type { Recording } from '@dictara/browser/recordings'
import { thisComputer } from './this-computer.ts'

/** Takes that are in no job: of the rest of a job, only those that the job lacks. */
export const takesToSend = ({ takes, follows }: Recording) =>
  takes.filter(({ take, chunks }) => chunks > 0 && take >= (follows?.fromTake ?? 0))

/** The parts of these takes to keep, in the server's form. */
export const cutsToTell = (recording: Recording) => cutsOf(recording.kept, takesToSend(recording))

/** The places to check in the kept parts of these takes. */
export function markersToTell(recording: Recording) {
  const sent = new Set(takesToSend(recording).map(({ take }) => take))
  return markersIn(recording.markers ?? [], recording.kept).filter(({ take }) => sent.has(take))
}

/** The data about a recording that is sent to the server. */
export const toBegin = (recording: Recording) => ({
  dictationId: recording.dictationId,
  facilityId: recording.details.facility.facilityId,
  patientId: recording.details.patient.pid,
  templateId: recording.details.template?.id ?? null,
  workType: recording.details.workType,
  dateOfEncounter: recording.details.dateOfEncounter ?? null,
  priority: recording.details.isStat ? ('STAT' as const) : ('ROUTINE' as const),
  mimeType: recording.takes[0]?.mimeType.split(';')[0] ?? 'audio/webm',
  fileName: recording.file?.name ?? null,
  sizeBytes: recording.file?.sizeBytes ?? null,
  version: recording.version,
  cuts: cutsToTell(recording) ?? null,
  markers: markersToTell(recording),
  recordedAtMs: recording.createdAt,
  sentAtMs: Date.now(),
  computer: thisComputer(),
})
