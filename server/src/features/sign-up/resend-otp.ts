import { otpMs, resendAfterSeconds, signUpRefusals } from '@dictara/contract/sign-up'
import { sharedRefusals } from '@dictara/contract'
import { newId } from '../../platform/ids.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import { hashCode, newCode } from './codes.ts'
import { type Means, sealedFor } from './means.ts'
import type { CodeFacts } from './send-code.ts'
import { lockSignUp, updateCode } from './sign-up.store.ts'
import { networkOf, takeTry } from './tries.ts'

/** Mails a new code of a sign-up, no sooner than ten seconds after the last and five an hour; the one before ends (Q004). */
export async function resendOtp({ doors, secrets, codeMail }: Means, id: string, ip: string): Promise<void> {
  const isAllowed = await doors.beforeClinic((gate) => takeTry(gate, 'codesOfNetwork', networkOf(ip)))
  refuseUnless(isAllowed, sharedRefusals.tooMany)
  const code = newCode()
  const codeHash = await hashCode(id, code)
  await doors.asSystem('send a new code', async (work) => {
    const signUp = await lockSignUp(work, id)
    refuseUnless(signUp, signUpRefusals.signUpOver)
    const { email, firstName, codeSentAt } = signUp
    const waitsMs = codeSentAt.getTime() + resendAfterSeconds * 1000 - work.now.getTime()
    // If the clock was set back, nobody has to wait longer.
    if (waitsMs > 0 && waitsMs <= resendAfterSeconds * 1000)
      throw new Refusal(signUpRefusals.otpTooSoon, { seconds: Math.ceil(waitsMs / 1000) })
    refuseUnless(await takeTry(work, 'codesToEmail', email), signUpRefusals.otpTooOften)
    await updateCode(work, id, codeHash, new Date(work.now.getTime() + otpMs))
    const facts: CodeFacts = { signUpId: id, email, firstName, code }
    const mailId = newId()
    await work.enqueue(codeMail, sealedFor(secrets, mailId, facts), { key: mailId })
  })
}
