import type { Hl7FileType, Hl7Message } from '@dictara/contract/hl7-files'
import { type NotNull, sql } from 'kysely'
import {
  anyOf,
  asJson,
  ask,
  type ClinicWork,
  fixed,
  insertion,
  waitForTurn,
  type Work,
} from '../../platform/database/index.ts'
import { counts, type NewHl7File, rowOfFile } from './hl7-files.store.ts'

declare module '../../platform/database/columns.ts' {
  interface JsonColumns {
    'hl7Messages.problems': Hl7Message['problems']
  }
}

export type WaitingFile = Awaited<ReturnType<typeof listWaiting>>[number]

/** What the actor imports under an id. Somebody else's files under the same id are another import. */
const waiting = ({ clinicId, actor }: ClinicWork, importId: string) =>
  ({ clinicId, importId, uploadedBy: actor.userId, state: 'WAITING' }) as const

/**
 * Who adds files to an import holds this until the commit; who lists its files waits for it. So a task that begins to read sees the
 * files of a call that found it still waiting in the queue.
 */
export const addingToImport = ({ actor }: ClinicWork, importId: string) => `hl7 import ${importId} of ${actor.userId}`

/** So many of the next files of an import that are still to be read, in the order in which they came. */
export async function listWaiting(work: ClinicWork, importId: string, most: number) {
  await waitForTurn(work, addingToImport(work, importId))
  return work.db
    .selectFrom('hl7Files')
    .select(['id', 'facilityId', 'blobId'])
    .where(({ and }) => and(waiting(work, importId)))
    .where('blobId', 'is not', null)
    .$narrowType<{ blobId: NotNull }>()
    .orderBy('uploadedAt')
    .orderBy('id')
    .limit(most)
    .execute()
}

/** The numbers of the messages that are done, by their files. */
export async function listDone(work: Work, fileIds: readonly string[]): Promise<Map<string, Set<number>>> {
  const rows = await work.db
    .selectFrom('hl7Messages')
    .select(['fileId', 'number'])
    .where('clinicId', '=', work.clinicId)
    .where('fileId', '=', anyOf([...fileIds]))
    .execute()
  const done = new Map<string, Set<number>>()
  for (const { fileId, number } of rows) done.set(fileId, (done.get(fileId) ?? new Set()).add(number))
  return done
}

/** Ends all files of an import that are still to be read, with what is wrong. Whose their messages are is unknown. */
export async function endWaiting(work: ClinicWork, importId: string, problem: string): Promise<void> {
  await work.db
    .updateTable('hl7Files')
    .set({ problem, state: 'DONE', facilityId: null })
    .where(({ and }) => and(waiting(work, importId)))
    .execute()
}

export interface MessageVerdict {
  number: number
  line: number
  event: string
  controlId: string
  facilityId: string | null
  verdict: Hl7Message['verdict']
  reason: string | null
  problems: Hl7Message['problems']
}

const rowOfVerdict = (
  work: Work,
  fileId: string,
  { number, line, event, controlId, facilityId, verdict, reason, problems }: MessageVerdict,
) => ({
  number,
  line,
  event,
  controlId,
  facilityId,
  verdict,
  reason,
  clinicId: work.clinicId,
  fileId,
  problems: asJson(problems),
})

export async function insertVerdict(work: Work, fileId: string, verdict: MessageVerdict): Promise<void> {
  await ask(work, insertion({ hl7Messages: rowOfVerdict(work, fileId, verdict) }))
}

/** Keeps a file that has one message, with the verdict of that. */
export const insertionWithVerdict = (work: Work, file: NewHl7File, verdict: MessageVerdict) =>
  insertion({ hl7Files: rowOfFile(work, file), hl7Messages: rowOfVerdict(work, file.id, verdict) })

/** Whether `insertVerdict` failed because the message has a verdict. */
export const isVerdictThere = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'hl7_messages_pkey'

/**
 * Ends a file. It belongs to a facility only if all its messages do: whoever works there may read all of it. A file without messages, or
 * with one whose facility is unknown, belongs to none.
 */
export async function endFile(
  work: Work,
  fileId: string,
  end: { fileType?: Hl7FileType; problem: string | null },
): Promise<void> {
  await work.db
    .updateTable('hl7Files')
    .set(({ selectFrom }) => ({
      ...end,
      state: 'DONE',
      facilityId: selectFrom('hl7Messages')
        .where(({ and }) => and({ clinicId: work.clinicId, fileId }))
        .select(
          sql<
            string | null
          >`case when count(distinct coalesce(facility_id::text, '')) = 1 then any_value(facility_id) end`.as('one'),
        ),
    }))
    .where(({ and }) => and({ clinicId: work.clinicId, id: fileId }))
    .execute()
}

/** How far an import of the actor is. */
export async function findImport(work: ClinicWork, importId: string) {
  const of = { clinicId: work.clinicId, importId, uploadedBy: work.actor.userId }
  const lists = await work.db
    .selectFrom('hl7Files')
    .select(({ fn }) => [
      'fileType',
      fn.countAll<string>().as('files'),
      fn.countAll<string>().filterWhere('state', '=', 'DONE').as('read'),
      fn.count<string>('problem').as('unusable'),
    ])
    .where(({ and }) => and(of))
    .groupBy('fileType')
    .execute()
  const { messages } = await work.db
    .selectFrom('hl7Messages as m')
    .innerJoin('hl7Files as h', (join) => join.onRef('h.clinicId', '=', 'm.clinicId').onRef('h.id', '=', 'm.fileId'))
    .select(counts.as('messages'))
    .where(({ and }) => and({ 'h.clinicId': of.clinicId, 'h.importId': importId, 'h.uploadedBy': of.uploadedBy }))
    .executeTakeFirstOrThrow()
  const sum = (count: 'files' | 'read' | 'unusable') => lists.reduce((all, list) => all + Number(list[count]), 0)
  const types = { DICTATION: 0, PATIENT: 0, CALENDAR: 0 }
  for (const { fileType, read } of lists) types[fileType] = Number(read)
  return { files: sum('files'), read: sum('read'), unusable: sum('unusable'), types, messages }
}

/** SAME: these bytes were received before. REUSED: other bytes were, under the same control id. */
export type Receipt = 'NEW' | 'SAME' | 'REUSED'

const noting = fixed<{ isNew: boolean; isReused: boolean }>(`
  with noted as (
    insert into hl7_received (clinic_id, sender, control_id, sha256, received_at) values ($1, $2, $3, $4, $5)
    on conflict do nothing returning 1
  )
  select exists (select from noted) as is_new, exists (
    select from hl7_received where clinic_id = $1 and sender = $2 and control_id = $3 and sha256 <> $4
  ) as is_reused`)

/** Notes that a message has its effect now. Another transaction with the same one is waited for. */
export async function noteReceived(
  work: Work,
  { sender, controlId, sha256 }: { sender: string; controlId: string; sha256: string },
): Promise<Receipt> {
  const rows = await ask(work, noting(work.clinicId, sender, controlId, sha256, work.now))
  const [{ isNew, isReused } = { isNew: false, isReused: false }] = rows
  if (!isNew) return 'SAME'
  return isReused ? 'REUSED' : 'NEW'
}

export interface Hl7Facility {
  id: string
  name: string
  organisationId: string | null
  timeZone: string
  /** Enabled, and with HL7 integration. */
  takesHl7: boolean
}

const facilitiesOf = fixed<Hl7Facility>(`
  select id, name, organisation_id, time_zone, is_enabled and hl7_integration as takes_hl7
  from facilities where clinic_id = $1 order by name`)

/** The clinic's facilities, as they are at this moment. */
export const listHl7Facilities = (work: Work): Promise<Hl7Facility[]> => ask(work, facilitiesOf(work.clinicId))
