import { otpMs, signUpRefusals } from '@dictara/contract/sign-up'
import { newId } from '../../platform/ids.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { isTimeZone } from '../../platform/time-zone.ts'
import { checkNewPassword, hashPassword, spelled } from '../identity/index.ts'
import { hashCode, newCode } from './codes.ts'
import { type Means, sealedFor } from './means.ts'
import type { CodeFacts } from './send-code.ts'
import { insertSignUp } from './sign-up.store.ts'
import { networkOf, takeTry } from './tries.ts'

export interface SignUpInput {
  firstName: string
  lastName: string
  email: string
  password: string
  clinicName: string
  phoneNumber: { countryCode: string; number: string }
  timeZone?: string | undefined
}

const usualTimeZone = 'America/New_York'

/**
 * Begins the account of a clinic: nothing but a row that waits for the code which is mailed (Q002, Q004). Whether somebody has the
 * address is not even looked up here: the mail finds out, so that answer and work are the same (Q007).
 * @returns the id that its administrator will have, and whether the mail is kept in the demo's mailbox.
 */
export async function signUp(
  { doors, secrets, mailing, codeMail }: Means,
  input: SignUpInput,
  ip: string,
): Promise<{ id: string; isKept: boolean }> {
  const { firstName, lastName, clinicName, password, phoneNumber } = input
  const email = spelled(input.email)
  checkNewPassword(password, [firstName, lastName, email, clinicName])
  const way = await doors.asSystem('find the way of mail', (work) => mailing.wayToStrangers(work))
  refuseUnless(way !== 'NONE', signUpRefusals.noMailServer)
  const isAllowed = await doors.beforeClinic((gate) => takeTry(gate, 'signUpsOfNetwork', networkOf(ip)))
  refuseUnless(isAllowed, signUpRefusals.tooManySignUps)
  const [id, code, passwordHash] = [newId(), newCode(), await hashPassword(password)]
  const codeHash = await hashCode(id, code)
  await doors.asSystem('sign up', async (work) => {
    await insertSignUp(work, {
      id,
      email,
      firstName,
      lastName,
      clinicName,
      phoneCountryCode: phoneNumber.countryCode,
      phoneNumber: phoneNumber.number,
      timeZone: input.timeZone && isTimeZone(input.timeZone) ? input.timeZone : usualTimeZone,
      passwordHash,
      codeHash,
      codeSentAt: work.now,
      codeExpiresAt: new Date(work.now.getTime() + otpMs),
      createdAt: work.now,
    })
    // Over the limit, no mail is sent, and the answer does not show it.
    if (!(await takeTry(work, 'codesToEmail', email))) return
    const facts: CodeFacts = { signUpId: id, email, firstName, code }
    await work.enqueue(codeMail, sealedFor(secrets, id, facts), { key: id })
  })
  return { id, isKept: way === 'KEPT' }
}
