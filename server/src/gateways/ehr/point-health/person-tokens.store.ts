import type { Work } from '../../../platform/database/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'

/** Whose tokens at the EHR of which facility. */
export interface PersonAtFacility {
  facilityId: string
  userId: string
}
export interface KeptTokens {
  /** The EHR that gave them; another one never sees them. */
  baseUrl: string
  accessToken: string
  /** When the access token ends, in ms since 1970. */
  until: number
  refreshToken: string | null
}

const about = (clinicId: string, { facilityId, userId }: PersonAtFacility) =>
  `ehr-person:${clinicId}:${facilityId}:${userId}`

export async function saveTokens(work: Work, secrets: Secrets, person: PersonAtFacility, tokens: KeptTokens) {
  const sealed = secrets.seal(Buffer.from(JSON.stringify(tokens)), about(work.clinicId, person))
  await work.db
    .insertInto('pointHealthTokens')
    .values({ clinicId: work.clinicId, ...person, sealed, updatedAt: work.now })
    .onConflict((known) =>
      known
        .columns(['clinicId', 'facilityId', 'userId'])
        .doUpdateSet({ sealed, updatedAt: work.now, refreshingUntil: null }),
    )
    .execute()
}

/** Deletes the tokens of a person, or of all people of a facility. */
export async function deleteTokens(work: Work, { facilityId, userId }: { facilityId: string; userId?: string }) {
  await work.db
    .deleteFrom('pointHealthTokens')
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId, ...(userId !== undefined && { userId }) }))
    .execute()
}

/** Lets others renew the tokens, after this writer failed to. */
export async function releaseTokens(work: Work, person: PersonAtFacility) {
  await work.db
    .updateTable('pointHealthTokens')
    .set({ refreshingUntil: null })
    .where(({ and }) => and({ clinicId: work.clinicId, ...person }))
    .execute()
}

/** Makes a person’s access token one that has ended. */
export async function endAccess(work: Work, secrets: Secrets, person: PersonAtFacility, baseUrl: string) {
  const claimed = await claimTokens(work, secrets, person, { baseUrl, leaseMs: 0 })
  if (claimed.state === 'valid') await saveTokens(work, secrets, person, { ...claimed.tokens, until: 0 })
}

export type Claimed = { state: 'none' | 'busy' } | { state: 'valid' | 'claimed'; tokens: KeptTokens }

/**
 * A person’s tokens, to use as they are or to renew. A refresh token works once, so only one server at a time is given it: the others
 * find them busy, at most for `leaseMs`.
 */
export async function claimTokens(
  work: Work,
  secrets: Secrets,
  person: PersonAtFacility,
  { baseUrl, leaseMs }: { baseUrl: string; leaseMs: number },
): Promise<Claimed> {
  const row = await work.db
    .selectFrom('pointHealthTokens')
    .select(['sealed', 'refreshingUntil'])
    .where(({ and }) => and({ clinicId: work.clinicId, ...person }))
    .forUpdate()
    .executeTakeFirst()
  if (!row) return { state: 'none' }
  const now = work.now.getTime()
  const tokens = JSON.parse(secrets.unseal(row.sealed, about(work.clinicId, person)).toString()) as KeptTokens
  if (tokens.baseUrl !== baseUrl) return { state: 'none' }
  if (tokens.until > now) return { state: 'valid', tokens }
  if (row.refreshingUntil !== null && row.refreshingUntil.getTime() > now) return { state: 'busy' }
  await work.db
    .updateTable('pointHealthTokens')
    .set({ refreshingUntil: new Date(now + leaseMs) })
    .where(({ and }) => and({ clinicId: work.clinicId, ...person }))
    .execute()
  return { state: 'claimed', tokens }
}
