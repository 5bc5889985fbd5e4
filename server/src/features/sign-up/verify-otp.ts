import { otpTries, signUpRefusals } from '@dictara/contract/sign-up'
import { newId } from '../../platform/ids.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { beginClinic } from './begin-clinic.ts'
import { isCode } from './codes.ts'
import type { Means } from './means.ts'
import { beginOtp, findEmail, takeSignUp } from './sign-up.store.ts'
import { networkOf, takeTry } from './tries.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    /** `acceptedAt`: when they accepted the privacy policy and the agreement; ISO 8601. */
    'clinic.signed-up': { userId: string; acceptedAt: string }
  }
}

/**
 * Makes the clinic of a sign-up, by its code: five tries a code, twenty a day of an address, a hundred of a network; each is
 * counted before it is made, and a right one is good once (Q004, controls.md S24).
 * @returns the id of its administrator
 */
export async function verifyOtp(
  { doors, config }: Means,
  { id, otp }: { id: string; otp: string },
  ip: string,
): Promise<string> {
  const found = await doors.beforeClinic(async (gate) => {
    refuseUnless(await takeTry(gate, 'wrongCodesOfNetwork', networkOf(ip)), signUpRefusals.otpStoppedToday)
    const email = await findEmail(gate, id)
    refuseUnless(await takeTry(gate, 'wrongCodesOfEmail', email ?? id), signUpRefusals.otpStoppedToday)
    return beginOtp(gate, id, otpTries)
  })
  const isRight = await isCode(found?.codeHash ?? null, id, otp)
  refuseUnless(!found || found.mayTry || found.isTooOld, signUpRefusals.otpStopped)
  refuseUnless(found?.mayTry && isRight, signUpRefusals.otpInvalid)
  return doors.asSystem(
    'make a clinic that signed up',
    async (work) => {
      const signUp = await takeSignUp(work, id, found.codeHash)
      refuseUnless(signUp, signUpRefusals.otpInvalid)
      const { clinicName: name, timeZone, createdAt, email, firstName, lastName } = signUp
      const { phoneCountryCode, phoneNumber, passwordHash } = signUp
      const userId = await beginClinic(
        work,
        { name, facility: name, timeZone, trialDays: config.DICTARA_TRIAL_DAYS },
        { id, email, firstName, lastName, phoneCountryCode, phoneNumber, passwordHash },
      )
      // Refused if somebody got an account with this address meanwhile.
      refuseUnless(userId, signUpRefusals.otpInvalid)
      await work.audit({ event: 'clinic.signed-up', detail: { userId, acceptedAt: createdAt.toISOString() } })
      return userId
    },
    newId(),
  )
}
