import { proofCalls, secondStepCalls } from '@dictara/contract/second-step'
import type { Platform } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { letters, type Mailing } from '../mail/index.ts'
import { askForProof, proveInSession } from './prove-session.ts'
import { challengePasskey, finishSignIn, signInByPasskey } from './second-step.ts'
import { countRecoveryCodesLeft } from './second-step.store.ts'
import type { Tokens } from './tokens.ts'

/** The calls to prove one's identity again, which calls with `stepUp` require. */
export const proofRoutes = ({ secrets, addresses }: Platform) =>
  serve(proofCalls, {
    askForProof: async ({ gate, actor }) => ({ result: [await askForProof(gate, addresses.web, actor)] }),
    async prove({ gate, actor, body, facts }) {
      await proveInSession(gate, { secrets, webUrl: addresses.web }, actor, body, facts.cookie.secret)
      return {}
    },
  })

/** The calls of a sign-in after the password, or without one (S32). */
export function secondStepRoutes(
  { doors, secrets, addresses }: Platform,
  tokens: Tokens,
  mailing: Pick<Mailing, 'mayMail' | 'sendMail'>,
) {
  return serve(secondStepCalls, {
    async finishSignIn({ body, facts }) {
      const means = { doors, secrets, tokens, webUrl: addresses.web }
      const { user, clinicId, way } = await finishSignIn(means, body, facts)
      if (way !== 'RECOVERY') return { result: [user] }
      const left = await doors.asSystem(
        'tell that a recovery code was used',
        async (work) => {
          const left = await countRecoveryCodesLeft(work, user.id)
          if (await mailing.mayMail(work)) {
            const letter = letters.recoveryCodeUsed({ firstName: user.firstName, left })
            await mailing.sendMail(work, { userId: user.id, to: user.email, ...letter })
          }
          return left
        },
        clinicId,
      )
      return { result: [user], message: `You have ${left} recovery ${left === 1 ? 'code' : 'codes'} left.` }
    },
    passkeyChallenge: async ({ gate, body, facts }) => ({
      result: [await challengePasskey(gate, addresses.web, body.handle, facts)],
    }),
    signInByPasskey: async ({ gate, body, facts }) => ({
      result: [await signInByPasskey(gate, { tokens, webUrl: addresses.web }, body.passkey, facts)],
    }),
  })
}
