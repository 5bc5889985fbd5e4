import type { Config } from '../../platform/config.ts'
import type { Doors, TaskRef } from '../../platform/database/index.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Mailing } from '../mail/index.ts'

/** Sealed facts in the queue. `id`: the id of the mail that they become. */
export interface SealedPayload {
  id: string
  sealed: string
}

/** What the use cases of this feature need. */
export interface Means {
  doors: Doors
  secrets: Secrets
  config: Pick<Config, 'DICTARA_TRIAL_DAYS'>
  webUrl: string
  mailing: Mailing
  /** Mails a code, or tells somebody who already has an account that they have one. */
  codeMail: TaskRef<SealedPayload>
  /** Mails a link for a forgotten password if somebody has the address. */
  linkMail: TaskRef<SealedPayload>
}

const about = (id: string) => `account mail ${id}`

/** Seals facts that must not be readable in the queue, e.g. a code. */
export const sealedFor = (secrets: Secrets, id: string, facts: object): SealedPayload => ({
  id,
  sealed: secrets.seal(Buffer.from(JSON.stringify(facts)), about(id)).toString('base64'),
})
export const unsealed = <T>(secrets: Secrets, { id, sealed }: SealedPayload): T =>
  JSON.parse(secrets.unseal(Buffer.from(sealed, 'base64'), about(id)).toString()) as T
