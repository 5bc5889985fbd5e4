import type { Kind } from './save-person.ts'

/** Billers have no extra data. Doctors are linked to them. */
export const billers: Kind = {
  userTypes: ['biller'],
  check: async () => ({ columns: { userPrivilege: 'NONE' } }),
}
