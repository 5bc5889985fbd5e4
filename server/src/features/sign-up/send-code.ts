import { letters } from '../mail/index.ts'
import { type Means, type SealedPayload, unsealed } from './means.ts'
import { findAccount } from './sign-up.store.ts'

export interface CodeFacts {
  signUpId: string
  email: string
  firstName: string
  code: string
}

/** Mails the code of a sign-up. Somebody who already has an account is told that instead, without a code. */
export async function sendCode(
  { doors, secrets, mailing, webUrl }: Pick<Means, 'doors' | 'secrets' | 'mailing' | 'webUrl'>,
  payload: SealedPayload,
): Promise<void> {
  const { signUpId, email, firstName, code } = unsealed<CodeFacts>(secrets, payload)
  const query = new URLSearchParams({ id: signUpId, otp: code })
  await doors.asSystem('task send a code', async (work) => {
    const account = await findAccount(work, email)
    const letter = account
      ? letters.accountExists({
          firstName: account.firstName,
          signIn: `${webUrl}/login`,
          forgotPassword: `${webUrl}/forgot-password`,
        })
      : letters.signUpCode({ firstName, code, link: `${webUrl}/otp-verification?${query}` })
    await mailing.sendToStranger(work, { id: payload.id, to: account?.email ?? email, ...letter })
  })
}
