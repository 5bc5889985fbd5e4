import { handoffKeyMs, identityCalls, identityRefusals } from '@dictara/contract/identity'
import { sharedRefusals } from '@dictara/contract'
import type { Platform } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import type { Mailing } from '../mail/index.ts'
import { findBearerSession } from './authenticate.ts'
import { endSession, findInvitation, insertHandoffKey, recordAudit, sealedDraftKey } from './identity.store.ts'
import { leastLength } from './passwords.ts'
import { redeemKey } from './redeem-key.ts'
import { setPassword } from './set-password.ts'
import { signIn } from './sign-in.ts'
import { storedUserOf } from './stored-user.ts'
import { hashOf, randomSecret, type Tokens } from './tokens.ts'

export function identityRoutes(
  { doors, secrets, addresses }: Platform,
  tokens: Tokens,
  mailing: Pick<Mailing, 'mayMail' | 'sendMail'>,
) {
  const signedOut = () => new Refusal(sharedRefusals.signedOut)
  return serve(identityCalls, {
    async login({ gate, body, facts }) {
      const signedIn = await signIn(gate, tokens, body, facts)
      if ('user' in signedIn) return { result: [signedIn.user] }
      return { extra: signedIn, message: 'Continue with your second factor.' }
    },
    async renewToken({ gate, facts }) {
      const session = await findBearerSession(
        gate,
        tokens,
        { token: facts.bearer, cookieSecret: facts.cookie.secret },
        false,
      )
      if (!session) throw signedOut()
      const idleForMs = Math.max(0, gate.now.getTime() - session.facts.lastActivityAt.getTime())
      return { result: [await storedUserOf(session.facts, tokens, gate.now)], extra: { idleForMs } }
    },
    async currentLogin({ gate, query, facts }) {
      const token = query.token ?? facts.bearer
      const session = await findBearerSession(gate, tokens, { token, cookieSecret: facts.cookie.secret }, false)
      if (!session) throw signedOut()
      return { result: [{ ...(await storedUserOf(session.facts, tokens, gate.now)), token: token! }] }
    },
    async logout({ gate, actor, query }) {
      await endSession(gate, query.sessionId ?? actor.sessionId, query.idle ? 'IDLE' : 'SIGNED_OUT')
      return { message: 'You’re signed out.' }
    },
    async encryptedKey({ gate, actor, facts: { application } }) {
      const key = randomSecret()
      await insertHandoffKey(gate, {
        hash: hashOf(key),
        sessionId: actor.sessionId,
        expiresAt: new Date(gate.now.getTime() + handoffKeyMs),
        audience: application && (application === 'web' ? 'recorder' : 'web'),
      })
      await recordAudit(gate, 'session.key-issued', actor.userId, actor.sessionId, actor.ip)
      return { result: [key] }
    },
    checkLogin: async ({ gate, query, facts }) => ({
      result: [await redeemKey(gate, tokens, query.encryptedKey, facts)],
    }),
    async findInvitation({ gate, query }) {
      const invitation = await findInvitation(gate, hashOf(query.token))
      refuseUnless(invitation, identityRefusals.linkInvalid)
      const { email, firstName, hasFactor } = invitation
      return { result: [{ email, firstName, leastCharacters: leastLength(hasFactor) }] }
    },
    async resetPassword({ body, facts: { cookie } }) {
      await setPassword({ doors, mailing, webUrl: addresses.web }, body, cookie.secret)
      return { message: 'Please use your new password to login.' }
    },
    async draftKey({ gate, actor }) {
      const about = `draft key of ${actor.userId}`
      // Derived from the master key, so that a database restored from an older backup gives the same key, and drafts that
      // browsers have kept can still be opened.
      const sealed = await sealedDraftKey(gate, actor.userId, secrets.seal(secrets.derive(about), about))
      return { result: [secrets.unseal(sealed, about).toString('base64')] }
    },
  })
}
