import type { Kind } from './save-person.ts'

/** Billers have nothing of their own: doctors are linked to them. */
export const billers: Kind = {
  userTypes: ['biller'],
  check: async () => ({ columns: { userPrivilege: 'NONE' } }),
}
