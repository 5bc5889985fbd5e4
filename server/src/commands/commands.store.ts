import type { Selectable } from 'kysely'
import { insertTemplate, insertWorkTypes } from '../demo/index.ts'
import type { Tables, Work } from '../platform/database/index.ts'
import { newId } from '../platform/ids.ts'

export type UserOfCommand = Pick<Selectable<Tables['users']>, 'id' | 'clinicId' | 'fullName' | 'isEnabled'>

export const findUser = (work: Work, email: string): Promise<UserOfCommand | undefined> =>
  work.db
    .selectFrom('users')
    .select(['id', 'clinicId', 'fullName', 'isEnabled'])
    .where(({ eb, fn, val }) => eb(fn('lower', ['email']), '=', fn('lower', [val(email.trim())])))
    .executeTakeFirst()

export const isEmailTaken = async (work: Work, email: string): Promise<boolean> =>
  (await findUser(work, email)) !== undefined

export async function isFirstRealClinic(work: Work): Promise<boolean> {
  const clinic = await work.db
    .selectFrom('clinics')
    .select('clinicId')
    .where('demo', '=', false)
    .limit(1)
    .executeTakeFirst()
  return clinic === undefined
}

export interface NewClinic {
  name: string
  facility: string
  timeZone: string
  email: string
  firstName: string
  lastName: string
}

/** The transaction's clinic, with its first facility and its administrator. @returns the administrator's id */
export async function insertRealClinic(
  work: Work,
  clinic: NewClinic,
  begin: { workTypes: readonly string[]; sectionTemplates: readonly Parameters<typeof insertTemplate>[2][] },
): Promise<string> {
  const { clinicId, db } = work
  const [facilityId, userId] = [newId(), newId()]
  await db.insertInto('clinics').values({ clinicId, name: clinic.name }).execute()
  await db
    .insertInto('facilities')
    .values({
      clinicId,
      id: facilityId,
      name: clinic.facility,
      timeZone: clinic.timeZone,
      isParent: true,
      noteType: begin.workTypes[0],
    })
    .execute()
  await insertWorkTypes(work, clinicId, facilityId, begin.workTypes)
  const { email, firstName, lastName } = clinic
  const administrator = { userType: 'clinicAdmin', userPrivilege: 'NONE', facilityAccess: true } as const
  await db
    .insertInto('users')
    .values({ id: userId, clinicId, email, firstName, lastName, ...administrator })
    .execute()
  await db.insertInto('facilityUsers').values({ clinicId, facilityId, userId }).execute()
  for (const template of begin.sectionTemplates) await insertTemplate(work, clinicId, template)
  return userId
}
