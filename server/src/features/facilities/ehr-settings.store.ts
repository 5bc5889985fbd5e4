import type { EhrKind, EhrSettings } from '../../gateways/ehr/index.ts'
import { asJson, type Work } from '../../platform/database/index.ts'
import type { Secrets } from '../../platform/secrets.ts'

declare module '../../platform/database/columns.ts' {
  interface JsonColumns {
    'ehrSettings.settings': Record<string, string>
  }
}

/** Which EHR a facility is connected to, and with what. */
export interface ConnectedEhr {
  ehrType: string
  /** Secrets in the clear: they stay on the server. */
  settings: EhrSettings
}

const about = (clinicId: string, facilityId: string) => `ehr:${clinicId}:${facilityId}`

/** The EHR of a facility; null: it has none, and its notes stay here (Q019). */
export async function findEhrOf(work: Work, secrets: Secrets, facilityId: string): Promise<ConnectedEhr | null> {
  const found = await work.db
    .selectFrom('facilities as f')
    .leftJoin('ehrSettings as s', (join) =>
      join
        .onRef('s.clinicId', '=', 'f.clinicId')
        .onRef('s.facilityId', '=', 'f.id')
        .onRef('s.ehrType', '=', 'f.ehrType'),
    )
    .select(['f.ehrType', 's.settings', 's.sealed'])
    .where(({ and }) => and({ 'f.clinicId': work.clinicId, 'f.id': facilityId }))
    .executeTakeFirst()
  if (!found || found.ehrType === null) return null
  const masked =
    found.sealed === null
      ? {}
      : (JSON.parse(secrets.unseal(found.sealed, about(work.clinicId, facilityId)).toString()) as EhrSettings)
  return { ehrType: found.ehrType, settings: { ...found.settings, ...masked } }
}

/** Keeps what a facility is connected to its EHR with, in the place of what it was; what is masked is sealed (Q086). */
export async function saveEhrSettings(
  work: Work,
  secrets: Secrets,
  facilityId: string,
  kind: Pick<EhrKind, 'ehrType' | 'settings'>,
  settings: EhrSettings,
): Promise<void> {
  const { clinicId } = work
  const isMasked = (field: string) => kind.settings.some((one) => one.field === field && one.fieldType === 'maskedText')
  const [masked, open] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(settings).filter(([field]) => isMasked(field) === wanted)),
  ) as [Record<string, string>, Record<string, string>]
  const row = {
    ehrType: kind.ehrType,
    settings: asJson(open),
    sealed:
      Object.keys(masked).length > 0
        ? secrets.seal(Buffer.from(JSON.stringify(masked)), about(clinicId, facilityId))
        : null,
    updatedAt: work.now,
  }
  await work.db
    .insertInto('ehrSettings')
    .values({ clinicId, facilityId, ...row })
    .onConflict((known) => known.columns(['clinicId', 'facilityId']).doUpdateSet(row))
    .execute()
}

/** Forgets what a facility was connected to its EHR with. */
export async function dropEhrSettings(work: Work, facilityId: string): Promise<void> {
  await work.db
    .deleteFrom('ehrSettings')
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId }))
    .execute()
}
