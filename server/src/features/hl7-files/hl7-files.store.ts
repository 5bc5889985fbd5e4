import type { Hl7File, Hl7FileType, Hl7Message } from '@dictara/contract/hl7-files'
import { sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import { seesWholeClinic } from '../../platform/actor.ts'
import {
  anyOf,
  type ClinicWork,
  jsonArrayOf,
  page,
  type PageOf,
  type PageQuery,
  type Work,
} from '../../platform/database/index.ts'

export interface NewHl7File {
  id: string
  /** Null for what the product wrote. */
  importId: string | null
  /** Whoever works there may read the file. While it is WAITING: the one that was chosen for messages that name none. */
  facilityId: string | null
  fileName: string
  fileType: Hl7FileType
  sizeBytes: number
  /** The bytes of a short file, or the id of the blob that has them. */
  content: Uint8Array | null
  blobId: string | null
  state: 'WAITING' | 'DONE'
}

/** Its row, as it is written. */
export const rowOfFile = (
  work: Work,
  { id, importId, facilityId, fileName, fileType, sizeBytes, content, blobId, state }: NewHl7File,
) => ({
  id,
  importId,
  facilityId,
  fileName,
  fileType,
  sizeBytes,
  blobId,
  state,
  content: content && Buffer.from(content),
  clinicId: work.clinicId,
  uploadedAt: work.now,
  uploadedBy: work.actor?.userId ?? null,
})

export async function insertFiles(work: Work, files: readonly NewHl7File[]): Promise<void> {
  await work.db
    .insertInto('hl7Files')
    .values(files.map((file) => rowOfFile(work, file)))
    .execute()
}

/**
 * The files that the actor may see: of facilities that they reach, and their own. While a file is still to be read, its facility is
 * only the one that was chosen for messages that name none.
 */
function seenFiles(work: ClinicWork) {
  const { actor } = work
  const files = work.db.selectFrom('hl7Files as h').where('h.clinicId', '=', work.clinicId)
  if (seesWholeClinic(actor)) return files
  return files.where(({ or, and, eb }) =>
    or([
      and([eb('h.state', '=', 'DONE'), eb('h.facilityId', '=', anyOf(actor.facilityIds))]),
      eb('h.uploadedBy', '=', actor.userId),
    ]),
  )
}

const countOf = (verdict: Hl7Message['verdict']) => sql<number>`(count(*) filter (where verdict = ${verdict}))::int`
/** How many messages have which verdict. */
export const counts = jsonBuildObject({
  applied: countOf('APPLIED'),
  known: countOf('KNOWN'),
  nothing: countOf('NOTHING'),
  refused: countOf('REFUSED'),
})

/** The number of the job whose note the product wrote into a file (`keepNoteFile`), as in `000013-1-T02.hl7`; else null. */
const numberInName = sql<number>`case when h.uploaded_by is null and h.import_id is null
  then substring(h.file_name from '^([0-9]{1,9})-[0-9]+-T[0-9]+[.]hl7$')::int end`

/** A page of the list (HL7-15). */
export const listFiles = (
  work: ClinicWork,
  {
    fileType,
    searchValue,
    timeZone,
    ...query
  }: PageQuery<'uploadedTime' | 'fileName' | 'fileSize' | 'noOfTimesExported'> & {
    fileType: Hl7FileType
    searchValue: string
    /** Of the clinic. */
    timeZone: string
  },
): Promise<PageOf<z.input<typeof Hl7File>>> =>
  page(
    work,
    { ...query, search: searchValue },
    {
      from: seenFiles(work).where('h.fileType', '=', fileType),
      search: ['h.fileName'],
      sort: {
        uploadedTime: 'h.uploadedAt',
        fileName: sql`lower(h.file_name)`,
        fileSize: 'h.sizeBytes',
        noOfTimesExported: 'h.timesExported',
      },
      tie: 'h.id',
      columns: (from) =>
        from
          .leftJoin('users as u', (join) =>
            join.onRef('u.clinicId', '=', 'h.clinicId').onRef('u.id', '=', 'h.uploadedBy'),
          )
          .leftJoin('facilities as l', (join) =>
            join.onRef('l.clinicId', '=', 'h.clinicId').onRef('l.id', '=', 'h.facilityId'),
          )
          .select(['h.id', 'h.fileName', 'h.fileType', 'h.problem', 'h.uploadedAt as uploadedTime'])
          .select(({ fn, val, eb, selectFrom }) => [
            sql<number>`h.size_bytes::int`.as('fileSize'),
            'h.timesExported as noOfTimesExported',
            fn.coalesce('u.fullName', val('Dictara')).as('uploadedBy'),
            fn.coalesce('l.timeZone', val(timeZone)).as('timeZone'),
            sql<z.input<typeof Hl7File>['job']>`(${selectFrom('jobs as j')
              .innerJoin('patients as p', (join) =>
                join.onRef('p.clinicId', '=', 'j.clinicId').onRef('p.id', '=', 'j.patientId'),
              )
              .whereRef('j.clinicId', '=', 'h.clinicId')
              .whereRef('j.facilityId', '=', 'h.facilityId')
              .where('j.number', '=', numberInName)
              .select(({ ref }) =>
                jsonBuildObject({
                  jobId: ref('j.id'),
                  jobNumber: sql<string>`split_part(h.file_name, '-', 1)`,
                  patientName: sql<string>`p.first_name || ' ' || p.last_name`,
                }).as('job'),
              )})`.as('job'),
            eb('h.state', '=', 'WAITING').$castTo<boolean>().as('isWaiting'),
            sql<Hl7File['messages']>`(${selectFrom('hl7Messages as m')
              .whereRef('m.clinicId', '=', 'h.clinicId')
              .whereRef('m.fileId', '=', 'h.id')
              .select(counts.as('counts'))})`.as('messages'),
            jsonArrayOf(
              selectFrom('hl7ExportedFiles as f')
                .innerJoin('hl7Exports as e', (join) =>
                  join.onRef('e.clinicId', '=', 'f.clinicId').onRef('e.id', '=', 'f.exportId'),
                )
                .innerJoin('users as b', (join) =>
                  join.onRef('b.clinicId', '=', 'e.clinicId').onRef('b.id', '=', 'e.exportedBy'),
                )
                .whereRef('f.clinicId', '=', 'h.clinicId')
                .whereRef('f.fileId', '=', 'h.id')
                .orderBy('e.exportedAt', 'desc')
                .select(({ ref }) =>
                  jsonBuildObject({
                    exportedBy: ref('b.fullName'),
                    exportedTime: sql<string>`to_json(e.exported_at)`,
                    comment: ref('e.comment'),
                  }).as('one'),
                ),
            ).as('fileExportDataList'),
          ]),
    },
  )

/** Whether the actor may see a file. */
export async function isSeenFile(work: ClinicWork, fileId: string): Promise<boolean> {
  const file = await seenFiles(work).select('h.id').where('h.id', '=', fileId).executeTakeFirst()
  return file !== undefined
}

/** A page of what became of the messages of a file, in its order. */
export const listMessages = (
  work: ClinicWork,
  fileId: string,
  { onlyProblems = false, ...query }: Omit<PageQuery, 'sortKey'> & { onlyProblems?: boolean | undefined },
): Promise<PageOf<z.input<typeof Hl7Message>>> => {
  const all = work.db
    .selectFrom('hl7Messages as m')
    .where(({ and }) => and({ 'm.clinicId': work.clinicId, 'm.fileId': fileId }))
  return page(work, query, {
    from: onlyProblems ? all.where(sql<boolean>`(m.verdict = 'REFUSED' or m.problems <> '[]')`) : all,
    sort: { number: 'm.number' },
    tie: 'm.number',
    columns: (from) =>
      from
        .leftJoin('facilities as f', (join) =>
          join.onRef('f.clinicId', '=', 'm.clinicId').onRef('f.id', '=', 'm.facilityId'),
        )
        .select(['m.number', 'm.line', 'm.event', 'm.controlId', 'm.reason', 'm.problems'])
        .select(['f.name as facilityName', 'm.verdict']),
  }) as Promise<PageOf<z.input<typeof Hl7Message>>>
}

/** The files of a type with these names that the actor may see; with `fileIds`, only those of them that have one of these ids. */
export const listChosen = (
  work: ClinicWork,
  {
    fileType,
    fileNames,
    fileIds,
  }: { fileType: Hl7FileType; fileNames: readonly string[]; fileIds?: readonly string[] | undefined },
) => {
  const named = seenFiles(work)
    .where('h.fileType', '=', fileType)
    .where('h.fileName', '=', anyOf([...fileNames]))
  return (fileIds ? named.where('h.id', '=', anyOf([...fileIds])) : named)
    .select(['h.id', 'h.fileName', 'h.content', 'h.blobId', 'h.uploadedAt'])
    .orderBy('h.uploadedAt', 'desc')
    .orderBy('h.id')
    .execute()
}

/** Notes who exports which files (Q149). */
export async function insertExport(work: ClinicWork, id: string, fileIds: readonly string[], comment: string) {
  const { clinicId } = work
  await work.db
    .insertInto('hl7Exports')
    .values({ clinicId, id, exportedBy: work.actor.userId, exportedAt: work.now, comment })
    .execute()
  await work.db
    .insertInto('hl7ExportedFiles')
    .values(fileIds.map((fileId) => ({ clinicId, fileId, exportId: id })))
    .execute()
  // In one order, so that two who export the same files do not wait for each other in a circle.
  await sql`update hl7_files h set times_exported = times_exported + 1
    from (select id from hl7_files where clinic_id = ${clinicId} and id = any(${[...fileIds]}::uuid[]) order by id for no key update) as locked
    where h.clinic_id = ${clinicId} and h.id = locked.id`.execute(work.db)
}
