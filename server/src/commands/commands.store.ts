import type { RowOf, Work } from '../platform/database/index.ts'

export type UserOfCommand = RowOf<'users', 'id' | 'clinicId' | 'fullName' | 'isEnabled'>

export const findUser = (work: Work, email: string): Promise<UserOfCommand | undefined> =>
  work.db
    .selectFrom('users')
    .select(['id', 'clinicId', 'fullName', 'isEnabled'])
    .where(({ eb, fn, val }) => eb(fn('lower', ['email']), '=', fn('lower', [val(email.trim())])))
    .executeTakeFirst()

export async function isFirstRealClinic(work: Work): Promise<boolean> {
  const clinic = await work.db
    .selectFrom('clinics')
    .select('clinicId')
    .where('demo', '=', false)
    .limit(1)
    .executeTakeFirst()
  return clinic === undefined
}
