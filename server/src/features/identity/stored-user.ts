import { isManager } from '@dictara/contract'
import type { Scope, StoredUser } from '@dictara/contract/identity'
import type { Actor } from '../../platform/actor.ts'
import type { SessionFacts } from './identity.store.ts'
import type { Tokens } from './tokens.ts'

/** Derives the scopes from the person's present data (roles.md). */
export function scopesOf(
  facts: Pick<SessionFacts, 'userType' | 'userPrivilege' | 'selfReviewEnabled' | 'superAdmin'>,
): Scope[] {
  const isAdmin = isManager(facts)
  const found: [Scope, boolean][] = [
    ['ROLE_DOCTOR', facts.userType === 'doctor' || (isAdmin && facts.userPrivilege !== 'NONE')],
    ['ROLE_TRANSCRIPTIONIST', facts.userType === 'transcriptionist'],
    ['ROLE_REVIEWER', facts.userType === 'reviewer' || (facts.userType === 'doctor' && facts.selfReviewEnabled)],
    ['ROLE_BILLER', facts.userType === 'biller'],
    ['ROLE_ADMIN', isAdmin],
    ['ROLE_CLINIC_ADMIN', facts.userType === 'clinicAdmin'],
    ['ROLE_DICTIONARY', facts.userType === 'dictaraGod'],
    ['ROLE_SUPER_ADMIN', facts.superAdmin],
  ]
  return found.filter(([, has]) => has).map(([scope]) => scope)
}

export function actorOf(facts: SessionFacts, ip: string): Actor {
  return {
    userId: facts.userId,
    sessionId: facts.id,
    clinicId: facts.clinicId,
    clinicName: facts.clinicName,
    userType: facts.userType,
    userPrivilege: facts.userPrivilege,
    scopes: scopesOf(facts),
    superAdmin: facts.superAdmin,
    selfReviewEnabled: facts.selfReviewEnabled,
    fullName: facts.fullName,
    provedAt: facts.provedAt,
    mustEnrol: facts.mustEnrol,
    facilityIds: facts.facilityIds,
    ip,
  }
}

/** The user in the form that the browser stores (AUTH-32), with a new token. */
export async function storedUserOf(facts: SessionFacts, tokens: Tokens, now: Date): Promise<StoredUser> {
  const scopes = scopesOf(facts)
  return {
    ...facts,
    id: facts.userId,
    token: await tokens.issue({ userId: facts.userId, sessionId: facts.id, clinicId: facts.clinicId, scopes }, now),
    scopes,
    sessionId: facts.id,
    facilityAccessEnable: facts.facilityAccess,
    emrHandlingData: { emrVerificationUrl: null },
    unsavedStatus: false,
    crossAuthenticated: facts.parentId !== null,
  }
}
