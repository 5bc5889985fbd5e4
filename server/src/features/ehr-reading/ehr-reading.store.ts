import { anyOf, type Work } from '../../platform/database/index.ts'

export interface ReadFacility {
  clinicId: string
  facilityId: string
}

/** Enabled facilities of all clinics whose EHR is of these kinds. */
export const listReadFacilities = (work: Work, ehrTypes: readonly string[]): Promise<ReadFacility[]> =>
  work.db
    .selectFrom('facilities')
    .select(['clinicId', 'id as facilityId'])
    .where('isEnabled', '=', true)
    .where('ehrType', '=', anyOf(ehrTypes))
    .orderBy('clinicId')
    .orderBy('id')
    .execute()

/** How the reading of a facility stands, and what it wants (FAC-34, FAC-35); undefined: it is disabled. */
export async function findReading(work: Work, facilityId: string, ehrType: string) {
  return work.db
    .selectFrom('facilities as f')
    .leftJoin('ehrReadings as r', (join) =>
      join
        .onRef('r.clinicId', '=', 'f.clinicId')
        .onRef('r.facilityId', '=', 'f.id')
        .onRef('r.ehrType', '=', 'f.ehrType'),
    )
    .select(['f.allPatientsRequired as listAll', 'f.rangeForDischargedPatients as dischargedDays'])
    .select(['r.bookmark', 'r.connection', 'r.failingSince', 'r.toldAt'])
    .where(({ and }) =>
      and({ 'f.clinicId': work.clinicId, 'f.id': facilityId, 'f.isEnabled': true, 'f.ehrType': ehrType }),
    )
    .executeTakeFirst()
}

/** Locks the facility against being connected to another EHR. @returns false when it was, or is disabled */
export async function isStillRead(work: Work, facilityId: string, ehrType: string): Promise<boolean> {
  const row = await work.db
    .selectFrom('facilities')
    .select('id')
    .where(({ and }) => and({ clinicId: work.clinicId, id: facilityId, isEnabled: true, ehrType }))
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

type State = {
  bookmark?: string | null
  connection?: string
  readAt?: Date
  failingSince?: Date | null
  failure?: string | null
  toldAt?: Date | null
}

/** What an EHR of another kind left is forgotten. */
export async function saveReading(work: Work, facilityId: string, ehrType: string, state: State) {
  const of = { clinicId: work.clinicId, facilityId }
  await work.db
    .deleteFrom('ehrReadings')
    .where(({ and }) => and(of))
    .where('ehrType', '<>', ehrType)
    .execute()
  await work.db
    .insertInto('ehrReadings')
    .values({ ...of, ehrType, ...state })
    .onConflict((known) => known.columns(['clinicId', 'facilityId']).doUpdateSet({ ehrType, ...state }))
    .execute()
}

/** Those of these record numbers, in lower case, that the facility has. */
export async function listKnownNumbers(
  work: Work,
  facilityId: string,
  numbers: readonly string[],
): Promise<Set<string>> {
  const rows = await work.db
    .selectFrom('patients')
    .select('recordKey')
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId }))
    .where('recordKey', '=', anyOf(numbers.map((one) => one.toLowerCase())))
    .execute()
  return new Set(rows.flatMap(({ recordKey }) => recordKey ?? []))
}

/** @returns false when this was read of the patient before */
export async function isNews(work: Work, facilityId: string, recordKey: string, digest: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await work.db
    .insertInto('ehrReadPatients')
    .values({ clinicId: work.clinicId, facilityId, recordKey, digest })
    .onConflict((known) =>
      known
        .columns(['clinicId', 'facilityId', 'recordKey'])
        .doUpdateSet({ digest })
        .where('ehrReadPatients.digest', '<>', digest),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
