import type { ClinicWork } from '../../platform/database/index.ts'

/** The doctors for whom the biller works, by name (BILR-30). */
export const listBillerDoctors = ({ db, clinicId, actor }: ClinicWork) =>
  db
    .selectFrom('users')
    .select(['id as doctorId', 'fullName as doctorName'])
    .where(({ and }) => and({ clinicId, billerId: actor.userId }))
    .orderBy('fullName')
    .orderBy('id')
    .execute()
