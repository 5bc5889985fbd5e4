import type { Scope, UserPrivilege } from '@dictara/contract/identity'
import { isManager, type UserType } from '@dictara/contract'

/** Who calls, as the database knows them at this moment. */
export interface Actor {
  userId: string
  sessionId: string
  clinicId: string | null
  clinicName: string | null
  userType: UserType
  userPrivilege: UserPrivilege
  scopes: readonly Scope[]
  superAdmin: boolean
  selfReviewEnabled: boolean
  fullName: string
  /** When they last proved in this session that it is them; null: never. */
  provedAt: Date | null
  /** They have to set up a second factor before anything else. */
  mustEnrol: boolean
  /** Linked facilities, enabled or not. A clinicAdmin reaches every facility of the clinic whatever stands here. */
  facilityIds: readonly string[]
  ip: string
}

/** True for those who see the whole clinic rather than linked facilities (roles.md). */
export const seesWholeClinic = (actor: Actor) => actor.userType === 'clinicAdmin'

/** Who may dictate (Q174). */
export const isAuthor = (actor: Actor) =>
  actor.userType === 'doctor' || (isManager(actor) && actor.userPrivilege !== 'NONE')

/** True when the facility lies within what the actor reaches. */
export const reachesFacility = (actor: Actor, facilityId: string) =>
  seesWholeClinic(actor) || actor.facilityIds.includes(facilityId)
