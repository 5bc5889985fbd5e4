import type { Config } from '../../platform/config.ts'
import type { Doors, TaskRef } from '../../platform/database/index.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Mailing } from '../mail/index.ts'

/** Something secret on its way through the queue; `id` names the mail that it becomes. */
export interface SealedPayload {
  id: string
  sealed: string
}

/** What the use cases of this feature work with. */
export interface Means {
  doors: Doors
  secrets: Secrets
  config: Pick<Config, 'DICTARA_TRIAL_DAYS'>
  webUrl: string
  mailing: Mailing
  /** Mails a code, or to who has an account already that they have one. */
  codeMail: TaskRef<SealedPayload>
  /** Mails a link for a forgotten password, should somebody have the address. */
  linkMail: TaskRef<SealedPayload>
}

const about = (id: string) => `account mail ${id}`

/** What the queue may not show, e.g. a code. */
export const sealedFor = (secrets: Secrets, id: string, facts: object): SealedPayload => ({
  id,
  sealed: secrets.seal(Buffer.from(JSON.stringify(facts)), about(id)).toString('base64'),
})
export const unsealed = <T>(secrets: Secrets, { id, sealed }: SealedPayload): T =>
  JSON.parse(secrets.unseal(Buffer.from(sealed, 'base64'), about(id)).toString()) as T
