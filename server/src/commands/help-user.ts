import { forgetFailedSignIns, resetUser } from '../features/identity/index.ts'
import type { Work } from '../platform/database/index.ts'
import { findUser, type UserOfCommand } from './commands.store.ts'
import { BadCommand } from './bad-command.ts'
import type { Installation } from './installation.ts'

declare module '../platform/database/work.ts' {
  interface AuditEvents {
    'person.reset-link-made': { userId: string }
    'person.unlocked': { userId: string }
  }
}

async function helped<T>(
  { doors }: Installation,
  email: string,
  help: (work: Work, user: UserOfCommand) => Promise<T>,
) {
  const user = await doors.asSystem('find a person', (work) => findUser(work, email))
  if (!user) throw new BadCommand(`Nobody has the email ${email}.`)
  if (!user.isEnabled) throw new BadCommand(`${user.fullName} is disabled. The clinic’s administrator can change that.`)
  return doors.asSystem('help a person to sign in', (work) => help(work, user), user.clinicId ?? '')
}

/** Creates a one-time link for a user who forgot their password; somebody who knows the user passes it on. */
export const resetPassword = (installation: Installation, email: string): Promise<string> =>
  helped(installation, email, async (work, { id, fullName, clinicId }) => {
    if (!clinicId) throw new BadCommand(`${fullName} doesn’t belong to a clinic, so there’s no link.`)
    const token = await resetUser(work, id)
    await work.audit({ event: 'person.reset-link-made', detail: { userId: id } })
    return `${fullName} can set a new password here. The link works once, for half an hour:\n\n  ${installation.addresses.web}/reset-password/${token}`
  })

/** Clears the failed attempts that locked an account (Q006). */
export const unlockUser = (installation: Installation, email: string): Promise<string> =>
  helped(installation, email, async (work, { id, fullName }) => {
    await forgetFailedSignIns(work, email)
    await work.audit({ event: 'person.unlocked', detail: { userId: id } })
    return `${fullName} can try to sign in again.`
  })
