import type { Insertable } from 'kysely'
import type { Tables, Work } from '../../platform/database/index.ts'

const of = (work: Work, userId: string) => ({ clinicId: work.clinicId, userId })

/** The name and address of the person to tell about changes. */
export const getOwner = (work: Work, userId: string) =>
  work.db
    .selectFrom('users')
    .select(['id', 'email', 'firstName', 'fullName', 'shortPassword'])
    .where(({ and }) => and({ clinicId: work.clinicId, id: userId }))
    .executeTakeFirstOrThrow()

/** Locks a person, so that changes of their factors run one after the other. */
export async function lockOwner(work: Work, userId: string): Promise<void> {
  await work.db
    .selectFrom('users')
    .select('id')
    .where(({ and }) => and({ clinicId: work.clinicId, id: userId }))
    .forNoKeyUpdate()
    .execute()
}

export const findTotp = (work: Work, userId: string) =>
  work.db
    .selectFrom('totpFactors')
    .select(['sealedSecret', 'confirmedAt'])
    .where(({ and }) => and(of(work, userId)))
    .executeTakeFirst()

/** Saves an unconfirmed secret, in place of an earlier unconfirmed one. @returns false if there is a confirmed one */
export async function saveTotp(work: Work, userId: string, sealedSecret: Buffer): Promise<boolean> {
  const fresh = { sealedSecret, begunAt: work.now }
  const { numInsertedOrUpdatedRows } = await work.db
    .insertInto('totpFactors')
    .values({ ...of(work, userId), ...fresh })
    .onConflict((there) =>
      there.columns(['clinicId', 'userId']).doUpdateSet(fresh).where('totpFactors.confirmedAt', 'is', null),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Confirms the secret after its first right code, which is used up. */
export async function confirmTotp(work: Work, userId: string, lastStep: number): Promise<void> {
  await work.db
    .updateTable('totpFactors')
    .set({ confirmedAt: work.now, lastStep })
    .where(({ and }) => and({ ...of(work, userId), confirmedAt: null }))
    .execute()
}

/** @returns true if there was a confirmed one */
export async function deleteTotp(work: Work, userId: string): Promise<boolean> {
  const gone = await work.db
    .deleteFrom('totpFactors')
    .where(({ and }) => and(of(work, userId)))
    .returning('confirmedAt')
    .executeTakeFirst()
  return gone?.confirmedAt != null
}

export const listPasskeys = (work: Work, userId: string) =>
  work.db
    .selectFrom('passkeys')
    .select(['id', 'name', 'createdAt', 'lastUsedAt'])
    .where(({ and }) => and(of(work, userId)))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** @returns false if the person already has it */
export async function insertPasskey(
  work: Work,
  row: Omit<Insertable<Tables['passkeys']>, 'clinicId'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await work.db
    .insertInto('passkeys')
    .values({ ...row, clinicId: work.clinicId })
    .onConflict((there) => there.columns(['clinicId', 'userId', 'credentialId']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function updatePasskeyName(work: Work, userId: string, id: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await work.db
    .updateTable('passkeys')
    .set({ name })
    .where(({ and }) => and({ ...of(work, userId), id }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deletePasskey(work: Work, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await work.db
    .deleteFrom('passkeys')
    .where(({ and }) => and({ ...of(work, userId), id }))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** @returns the number of deleted passkeys */
export async function deletePasskeys(work: Work, userId: string): Promise<number> {
  const { numDeletedRows } = await work.db
    .deleteFrom('passkeys')
    .where(({ and }) => and(of(work, userId)))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Those before are over; none: the person has no second factor any more. */
export async function replaceRecoveryCodes(work: Work, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await work.db
    .deleteFrom('recoveryCodes')
    .where(({ and }) => and(of(work, userId)))
    .execute()
  if (hashes.length === 0) return
  await work.db
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ ...of(work, userId), codeHash })))
    .execute()
}
