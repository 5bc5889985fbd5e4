import type { StoredUser } from '@dictara/contract/identity'
import type { Actor } from '../../platform/actor.ts'
import type { Feature, Platform } from '../../platform/feature.ts'
import type { Gate } from '../../platform/database/index.ts'
import type { RequestFacts } from '../../platform/http/serve.ts'
import type { Mailing } from '../mail/index.ts'
import { findBearerSession, findOpenSession, isOpenSessionOf } from './authenticate.ts'
import { readTogether } from '../../platform/read-together.ts'
import { readSessions } from './identity.store.ts'
import { identityRoutes } from './identity.routes.ts'
import { openSession } from './open-session.ts'
import { proofRoutes, secondStepRoutes } from './second-step.routes.ts'
import { actorOf } from './stored-user.ts'
import { createTokens } from './tokens.ts'

export { maySeePhoto } from './identity.store.ts'
export { endLinkMadeAt, endLinksOf, endSessionsOf, forgetFailedSignIns, hasLinkSince } from './invitations.store.ts'
export { inviteUser, resetUser } from './invite.ts'
export { arePasskeysPossible, askForNewPasskey, readNewPasskey } from './passkeys.ts'
export { checkNewPassword, hashPassword, isPassword } from './passwords.ts'
export { provePassword } from './prove-password.ts'
export { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
export { countRecoveryCodesLeft, listPasskeysOf } from './second-step.store.ts'
export { spelled } from './sign-in-keys.ts'
export { hashOf, randomSecret } from './tokens.ts'
export { newTotp, stepOf } from './totp.ts'

export interface Identity extends Feature {
  /** The actor of a bearer, or null. `byPerson`: moves the idle clock. */
  authenticate(
    bearer: { token: string | null; cookieSecret: string | null },
    ip: string,
    byPerson: boolean,
  ): Promise<Actor | null>
  /** Opens a session of an enabled person who proved their identity without a password. */
  openSession(gate: Gate, userId: string, by: 'SIGN_UP' | 'DEMO', facts: RequestFacts): Promise<StoredUser>
  /** True for the actor's current session and for any other open session of theirs (Q181). */
  isOwnSession(actor: Actor, sessionId: string): Promise<boolean>
  /** The actor of a session that is open and bound to this browser, or null. Does not move the idle clock. */
  authenticateSession(
    named: { userId: string; sessionId: string },
    cookieSecret: string | null,
    ip: string,
  ): Promise<Actor | null>
}

/** Sign-in, sessions, one-time keys and passwords. */
export function identityFeature(platform: Platform, mailing: Pick<Mailing, 'mayMail' | 'sendMail'>): Identity {
  const { doors, secrets } = platform
  const tokens = createTokens(secrets)
  const find = readTogether((ids) => doors.beforeClinic((gate) => readSessions(gate, ids)))
  const isOwnSession = async (actor: Actor, id: string) =>
    id === actor.sessionId || doors.beforeClinic((gate) => isOpenSessionOf(gate, actor.userId, id))
  return {
    name: 'identity',
    calls: [
      ...identityRoutes(platform, tokens, mailing),
      ...secondStepRoutes(platform, tokens, mailing),
      ...proofRoutes(platform),
    ],
    scopes: {
      session: ({ actor }, id) => isOwnSession(actor, id),
      'own-user': async ({ actor }, id) => id === actor.userId,
      clinic: async ({ clinicId }, id) => id === clinicId,
    },
    openSession: (gate, userId, by, facts) => openSession(gate, tokens, userId, by, facts),
    isOwnSession,
    authenticate: (bearer, ip, byPerson) =>
      doors.beforeClinic(async (gate) => {
        const session = await findBearerSession(gate, tokens, bearer, byPerson, find)
        return session && actorOf(session.facts, ip)
      }),
    authenticateSession: (named, cookieSecret, ip) =>
      doors.beforeClinic(async (gate) => {
        const facts = cookieSecret ? await findOpenSession(gate, named, cookieSecret, false, find) : null
        return facts && actorOf(facts, ip)
      }),
  }
}
