import { type Insertable, type Selectable, sql } from 'kysely'
import { type Gate, rowOf, type RowOf, type Tables, valueOf, type Work } from '../../platform/database/index.ts'

type SignUps = Tables['signUps']
export type SignUp = Selectable<SignUps>

/** A sign-up expires if its code is not entered within a day. */
export const signUpMs = 24 * 3_600_000
const oldest = ({ now }: Work) => new Date(now.getTime() - signUpMs)

/** Counts a try within its time span; false when the limit is reached. */
export const countTry = (
  { db, now }: Pick<Gate, 'db' | 'now'>,
  key: Buffer,
  { most, ms }: { most: number; ms: number },
): Promise<boolean> =>
  valueOf({ db }, sql<boolean>`gate.count_try(${key}, ${now}, ${ms} * interval '1 millisecond', ${most})`)

export async function insertSignUp(work: Work, row: Insertable<SignUps>): Promise<void> {
  await work.db.insertInto('signUps').values(row).execute()
}

/** Locks a sign-up that has not expired until the commit. */
export const lockSignUp = (work: Work, id: string): Promise<SignUp | undefined> =>
  work.db
    .selectFrom('signUps')
    .selectAll()
    .where('id', '=', id)
    .where('createdAt', '>', oldest(work))
    .forUpdate()
    .executeTakeFirst()

/** Replaces the code of a sign-up. The earlier code and its tries end. */
export async function updateCode(work: Work, id: string, codeHash: string, expiresAt: Date): Promise<void> {
  await work.db
    .updateTable('signUps')
    .set({ codeHash, codeSentAt: work.now, codeExpiresAt: expiresAt, tries: 0 })
    .where('id', '=', id)
    .execute()
}

/** Uses up a sign-up and all others with the same address, if its code is still this one. One winner. */
export async function takeSignUp(work: Work, id: string, codeHash: string): Promise<SignUp | undefined> {
  const taken = await work.db
    .deleteFrom('signUps')
    .where(({ and }) => and({ id, codeHash }))
    .where('createdAt', '>', oldest(work))
    .returningAll()
    .executeTakeFirst()
  if (taken)
    await work.db
      .deleteFrom('signUps')
      .where(({ eb, fn, val }) => eb(fn('lower', ['email']), '=', fn('lower', [val(taken.email)])))
      .execute()
  return taken
}

export async function deleteOldSignUps(work: Work): Promise<void> {
  await work.db.deleteFrom('signUps').where('createdAt', '<=', oldest(work)).execute()
}

export const findEmail = (gate: Gate, id: string): Promise<string | null> =>
  valueOf(gate, sql<string | null>`gate.email_of_sign_up(${id})`)

export type OtpTry = RowOf<'signUps', 'codeHash'> & Record<'mayTry' | 'isTooOld', boolean>

/** Takes one of a code's tries, in one statement; undefined for an unknown sign-up. */
export async function beginOtp(gate: Gate, id: string, most: number): Promise<OtpTry | undefined> {
  return rowOf(gate, sql`select * from gate.begin_otp(${id}, ${gate.now}, ${most})`)
}

/** Finds the account with this address. */
export const findAccount = (work: Work, email: string) =>
  work.db
    .selectFrom('users')
    .select(['id', 'clinicId', 'email', 'firstName', 'isEnabled'])
    .select(({ eb }) => eb('passwordHash', 'is not', null).$castTo<boolean>().as('hasPassword'))
    .where(({ eb, fn, val }) => eb(fn('lower', ['email']), '=', fn('lower', [val(email)])))
    .executeTakeFirst()
