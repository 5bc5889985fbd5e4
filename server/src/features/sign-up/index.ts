import { signUpCalls } from '@dictara/contract/sign-up'
import type { Feature, Platform } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { defineTask } from '../../platform/tasks/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Mailing } from '../mail/index.ts'
import { forgotPassword, sendResetLink } from './forgot-password.ts'
import type { Means, SealedPayload } from './means.ts'
import { resendOtp } from './resend-otp.ts'
import { sendCode } from './send-code.ts'
import { signUp } from './sign-up.ts'
import { deleteOldSignUps } from './sign-up.store.ts'
import { verifyOtp } from './verify-otp.ts'

export { beginClinic } from './begin-clinic.ts'

/** Limits of the tasks that write a mail. Only the database can make them fail. */
const patience = { attempts: 8, retryDelaySeconds: 5, timeLimitSeconds: 30, parallel: 2 }

/** Sign-up of clinics, and forgotten passwords. */
export function signUpFeature(
  { config, doors, secrets, addresses, log }: Platform,
  mailing: Mailing,
  { openSession }: Pick<Identity, 'openSession'>,
): Feature {
  const given = {
    doors,
    secrets,
    config,
    mailing,
    // Read late, because tests know their address only later.
    get webUrl() {
      return addresses.web
    },
  }
  const codeMail = defineTask<SealedPayload>({
    name: 'send-code',
    about: 'Writes the mail with the code of a sign-up.',
    ...patience,
    run: (payload) => sendCode(given, payload),
  })
  const linkMail = defineTask<SealedPayload>({
    name: 'send-reset-link',
    about: 'Writes the mail with the link for a forgotten password.',
    ...patience,
    run: (payload) => sendResetLink(given, payload),
  })
  const forgetOld = defineTask<object>({
    name: 'forget-sign-ups',
    about: 'Removes sign-ups whose code nobody entered within a day.',
    ...patience,
    everySeconds: 3600,
    run: () => doors.asSystem('task forget sign-ups', deleteOldSignUps),
  })
  const means: Means = Object.assign(given, { codeMail, linkMail })
  return {
    name: 'sign-up',
    tasks: [codeMail, linkMail, forgetOld],
    calls: serve(signUpCalls, {
      async signUp({ body, facts }) {
        const { id, isKept } = await signUp(means, body, facts.ip)
        return {
          result: [id],
          message: isKept
            ? 'No mail server is set up here: the code is in the mailbox of the demo’s administrator.'
            : 'We’ve emailed you a code. It’s valid for ten minutes.',
        }
      },
      async verifyOtp({ gate, body, facts }) {
        const userId = await verifyOtp(means, body, facts.ip)
        // The clinic exists by now. If the sign-in fails here, the person can use the password.
        const user = await openSession(gate, userId, 'SIGN_UP', facts).catch((error: unknown) => {
          log.error({ error, userId }, 'a new administrator could not be signed in by their code')
          return null
        })
        return user ? { result: [user] } : { message: 'Please login to continue' }
      },
      async resendOtp({ body, facts }) {
        await resendOtp(means, body.id, facts.ip)
        return { message: 'OTP sent' }
      },
      async forgotPassword({ query, facts }) {
        await forgotPassword(means, query.email, facts.ip)
        return { message: 'Password reset link generated, please check your inbox for details' }
      },
    }),
  }
}
