import type { EhrSettings } from '../../gateways/ehr/index.ts'
import type { Work } from '../../platform/database/index.ts'
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
      : (JSON.parse(secrets.unseal(found.sealed, about(work.clinicId!, facilityId)).toString()) as EhrSettings)
  return { ehrType: found.ehrType, settings: { ...found.settings, ...masked } }
}
