import { factorCalls } from '@dictara/contract/second-factor'
import { signInPolicyCalls } from '@dictara/contract/sign-in-policy'
import type { Feature, Platform } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import {
  arePasskeysPossible,
  askForNewPasskey,
  countRecoveryCodesLeft,
  hashOf,
  listPasskeysOf,
  readNewPasskey,
} from '../identity/index.ts'
import type { Mailing } from '../mail/index.ts'
import {
  addPasskey,
  addTotp,
  beginTotp,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewCodes,
  refuseUnlessOffered,
} from './change-factors.ts'
import { readPolicy, resetFactors, setPolicy } from './set-policy.ts'
import { findTotp, getOwner, listPasskeys } from './second-factor.store.ts'
import { getPolicy, listPeopleWithFactor } from './sign-in-policy.store.ts'

/** Binds the challenge for a new passkey to the session that asked for it. */
const registerIn = (sessionId: string) => ({ purpose: 'REGISTER' as const, boundTo: hashOf(sessionId) })

/** How people prove their identity besides their password (S32). */
export function secondFactorFeature(
  { doors, secrets, addresses }: Platform,
  mailing: Pick<Mailing, 'mayMail' | 'sendMail'>,
): Feature {
  const means = { secrets, mailing }
  return {
    name: 'second-factor',
    calls: serve(factorCalls, {
      async getFactors({ work, actor: { userId } }) {
        const factors = {
          totpSince: (await findTotp(work, userId))?.confirmedAt ?? null,
          passkeys: await listPasskeys(work, userId),
          recoveryCodesLeft: await countRecoveryCodesLeft(work, userId),
          passkeysPossible: arePasskeysPossible(addresses.web),
          policy: (await getPolicy(work)).mode,
        }
        return { result: [factors] }
      },
      beginTotp: async ({ work }) => ({ result: [await beginTotp(work, secrets)] }),
      confirmTotp: async ({ work, body }) => ({
        result: [{ recoveryCodes: await addTotp(work, means, body.code) }],
        message: 'Authenticator app added. You’ll be asked for its code when you sign in.',
      }),
      async removeTotp({ work }) {
        await removeTotp(work, means)
        return { message: 'Authenticator app removed.' }
      },
      renewRecoveryCodes: async ({ work }) => ({
        result: [{ recoveryCodes: await renewCodes(work, means) }],
        message: 'These are your new recovery codes. The old ones no longer work.',
      }),
      async beginPasskey({ actor }) {
        const { email, fullName } = await doors.inClinic(actor, async (work) => {
          await refuseUnlessOffered(work)
          return getOwner(work, actor.userId)
        })
        const person = { userId: actor.userId, email, fullName }
        const options = await doors.beforeClinic(async (gate) =>
          askForNewPasskey(
            gate,
            addresses.web,
            registerIn(actor.sessionId),
            person,
            await listPasskeysOf(gate, actor.userId),
          ),
        )
        return { result: [options] }
      },
      async addPasskey({ actor, body: { name, passkey } }) {
        const made = await doors.beforeClinic((gate) =>
          readNewPasskey(gate, addresses.web, registerIn(actor.sessionId), passkey),
        )
        const recoveryCodes = await doors.inClinic(actor, (work) => addPasskey(work, means, { name, ...made }))
        return { result: [{ recoveryCodes }], message: `Passkey “${name}” added. You can now sign in with it.` }
      },
      async renamePasskey({ work, body }) {
        await renamePasskey(work, body.id, body.name)
        return { message: `Passkey renamed to “${body.name}”.` }
      },
      async removePasskey({ work, query }) {
        await removePasskey(work, means, query.id)
        return { message: 'Passkey removed.' }
      },
    }).concat(
      serve(signInPolicyCalls, {
        getSignInPolicy: async ({ work }) => ({ result: [await readPolicy(work)] }),
        async setSignInPolicy({ work, body }) {
          await setPolicy(work, body)
          return {
            result: [await readPolicy(work)],
            message: 'Sign-in policy saved. It applies from each person’s next sign-in.',
          }
        },
        listPeopleWithFactor: ({ work, query }) => listPeopleWithFactor(work, query),
        async resetFactors({ work, params }) {
          await resetFactors(work, means, params.id)
          return { message: 'Second factor removed. We’ve emailed them about it.' }
        },
      }),
    ),
  }
}
