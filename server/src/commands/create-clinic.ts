import { shapes } from '@dictara/contract'
import { DoctorInput } from '@dictara/contract/people'
import * as z from 'zod/mini'
import { disableDemo, waitForFirstClinics } from '../demo/index.ts'
import { inviteUser } from '../features/identity/index.ts'
import { beginClinic } from '../features/sign-up/index.ts'
import { newId } from '../platform/ids.ts'
import { isTimeZone } from '../platform/time-zone.ts'
import { isFirstRealClinic } from './commands.store.ts'
import { BadCommand } from './bad-command.ts'
import type { Installation } from './installation.ts'

declare module '../platform/database/work.ts' {
  interface AuditEvents {
    'clinic.created': { userId: string }
  }
}

type Given = Partial<Record<'name' | 'email' | 'first-name' | 'last-name' | 'facility' | 'time-zone', string>>

const Person = z.pick(DoctorInput, { firstName: true, lastName: true, email: true })
const Name = shapes.text(100).check(z.regex(/^\P{Cc}*$/u, 'This must be one line of plain text.'))

function checked(given: Given) {
  const need = <T extends z.ZodMiniType<string>>(name: keyof Given, shape: T, value = given[name]?.trim()) => {
    if (!value) throw new BadCommand(`--${name} is missing. See npm run dictara -- --help`)
    const read = shape.safeParse(value)
    if (!read.success) throw new BadCommand(`--${name} can’t be used: ${read.error.issues[0]!.message}`)
    return read.data
  }
  const clinic = {
    name: need('name', Name),
    email: need('email', Person.shape.email).toLowerCase(),
    firstName: need('first-name', Person.shape.firstName),
    lastName: need('last-name', Person.shape.lastName),
  }
  const timeZone = given['time-zone']?.trim() ?? 'America/New_York'
  if (!isTimeZone(timeZone)) throw new BadCommand(`“${timeZone}” isn’t a time zone. An example: Europe/Berlin.`)
  return { ...clinic, timeZone, facility: need('facility', Name, given.facility?.trim() || clinic.name) }
}

/**
 * Makes a clinic with one facility and its administrator (controls.md S35). With the first one the demo's people are disabled: where
 * real patients are, nobody signs in with an account that came with the program.
 * @returns what to tell, with the link for the administrator.
 */
export async function createClinic(
  { doors, addresses }: Pick<Installation, 'doors' | 'addresses'>,
  given: Given,
  trialDays: number,
): Promise<string> {
  const clinic = checked(given)
  const clinicId = newId()
  const { token, left } = await doors.asSystem(
    'make a clinic',
    async (work) => {
      await waitForFirstClinics(work)
      const left = (await isFirstRealClinic(work)) ? await disableDemo(work) : 0
      const { email, firstName, lastName } = clinic
      const administrator = {
        email,
        firstName,
        lastName,
        phoneCountryCode: null,
        phoneNumber: null,
        passwordHash: null,
      }
      const userId = await beginClinic(work, { ...clinic, trialDays }, administrator)
      if (!userId) throw new BadCommand(`${email} already has an account.`)
      await work.audit({ event: 'clinic.created', detail: { userId } })
      return { token: await inviteUser(work, userId), left }
    },
    clinicId,
  )
  return [
    `Created ${clinic.name} with the facility ${clinic.facility} (${clinic.timeZone}).`,
    `${clinic.firstName} ${clinic.lastName} can set a password here. The link works once, for three days:`,
    '',
    `  ${addresses.web}/reset-password/${token}`,
    ...(left > 0
      ? ['', `The ${left} demo people can no longer sign in. To let them, start with DICTARA_DEMO=yes.`]
      : []),
  ].join('\n')
}
