import { factorRefusals, mostPasskeys } from '@dictara/contract/second-factor'
import type { ClinicWork, Work } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { countRecoveryCodesLeft, hashRecoveryCode, newRecoveryCodes, newTotp, stepOf } from '../identity/index.ts'
import { type FactorChange, letters, type Mailing } from '../mail/index.ts'
import {
  confirmTotp,
  deletePasskey,
  deleteTotp,
  findTotp,
  getOwner,
  insertPasskey,
  listPasskeys,
  lockOwner,
  replaceRecoveryCodes,
  saveTotp,
  updatePasskeyName,
} from './second-factor.store.ts'
import { getPolicy, isRequiredOf } from './sign-in-policy.store.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    /** The actor's own second factor changed, or an administrator reset somebody else's. */
    'second-factor.changed': { userId: string; change: FactorChange | 'PASSKEY_RENAMED'; passkeyId?: string }
  }
}

/** What changes of factors need. */
export interface FactorMeans {
  secrets: Secrets
  mailing: Pick<Mailing, 'mayMail' | 'sendMail'>
}

/** Audits a change and mails its owner, in case somebody else made it. */
export async function tellChange(
  work: Work,
  mailing: FactorMeans['mailing'],
  userId: string,
  change: FactorChange,
  passkeyId?: string,
): Promise<void> {
  await work.audit({ event: 'second-factor.changed', detail: { userId, change, ...(passkeyId && { passkeyId }) } })
  if (!(await mailing.mayMail(work))) return
  const { email, firstName } = await getOwner(work, userId)
  await mailing.sendMail(work, { userId, to: email, ...letters.factorsChanged({ firstName, change }) })
}

/** True when the actor has a confirmed app or a passkey. */
const hasFactor = async (work: ClinicWork) =>
  (await findTotp(work, work.actor.userId))?.confirmedAt != null ||
  (await listPasskeys(work, work.actor.userId)).length > 0

/** Ten codes that were never told before; those before are over. */
async function makeCodes(work: ClinicWork, secrets: Secrets): Promise<string[]> {
  const { userId } = work.actor
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(
    work,
    userId,
    codes.map((code) => hashRecoveryCode(secrets, userId, code)),
  )
  return codes
}

/** Makes recovery codes if the actor has none left, as with a first factor. */
const makeFirstCodes = async (work: ClinicWork, secrets: Secrets) =>
  (await countRecoveryCodesLeft(work, work.actor.userId)) > 0 ? [] : makeCodes(work, secrets)

/** The secret of an app, told this once; another one that waits for its first code is over. */
export async function beginTotp(work: ClinicWork, secrets: Secrets) {
  const { userId } = work.actor
  await refuseUnlessOffered(work)
  const { email } = await getOwner(work, userId)
  const { sealed, ...told } = newTotp(secrets, userId, email)
  refuseUnless(await saveTotp(work, userId, sealed), factorRefusals.totpThere)
  return told
}

/** The app counts from its first right code on, which is good for nothing else. @returns recovery codes, where there were none */
export async function addTotp(work: ClinicWork, { secrets, mailing }: FactorMeans, code: string): Promise<string[]> {
  const { userId } = work.actor
  await lockOwner(work, userId)
  const begun = await findTotp(work, userId)
  refuseUnless(begun, factorRefusals.totpNotBegun)
  refuseUnless(!begun.confirmedAt, factorRefusals.totpThere)
  const step = stepOf(secrets, userId, begun.sealedSecret, code, work.now)
  refuseUnless(step !== null, factorRefusals.codeWrong)
  await confirmTotp(work, userId, step)
  await tellChange(work, mailing, userId, 'TOTP_ADDED')
  return makeFirstCodes(work, secrets)
}

/** With the last factor its recovery codes go, where clinic and password allow that there is none. */
async function partWithFactor(work: ClinicWork): Promise<void> {
  const { userId, userType } = work.actor
  if (await hasFactor(work)) return
  refuseUnless(!(await isRequiredOf(work, userType)), factorRefusals.factorRequired)
  refuseUnless(!(await getOwner(work, userId)).shortPassword, factorRefusals.passwordShort)
  await replaceRecoveryCodes(work, userId, [])
}

/** Where the clinic offers none, who has one may have another, and who has to have one. */
export async function refuseUnlessOffered(work: ClinicWork): Promise<void> {
  const { mode } = await getPolicy(work)
  refuseUnless(mode !== 'OFF' || work.actor.mustEnrol || (await hasFactor(work)), factorRefusals.notOffered)
}

export async function removeTotp(work: ClinicWork, { mailing }: FactorMeans): Promise<void> {
  const { userId } = work.actor
  await lockOwner(work, userId)
  if (!(await deleteTotp(work, userId))) return
  await partWithFactor(work)
  await tellChange(work, mailing, userId, 'TOTP_REMOVED')
}

export async function renewCodes(work: ClinicWork, { secrets, mailing }: FactorMeans): Promise<string[]> {
  const { userId } = work.actor
  await lockOwner(work, userId)
  refuseUnless(await hasFactor(work), factorRefusals.noFactor)
  await tellChange(work, mailing, userId, 'CODES_RENEWED')
  return makeCodes(work, secrets)
}

export interface NewPasskey {
  name: string
  credentialId: string
  publicKey: Buffer
  signCount: number
  transports: string[]
}

/** @returns recovery codes, where there were none */
export async function addPasskey(
  work: ClinicWork,
  { secrets, mailing }: FactorMeans,
  made: NewPasskey,
): Promise<string[]> {
  const { userId } = work.actor
  await lockOwner(work, userId)
  refuseUnless((await listPasskeys(work, userId)).length < mostPasskeys, factorRefusals.tooManyPasskeys)
  const id = newId(work.now.getTime())
  if (!(await insertPasskey(work, { id, userId, ...made, createdAt: work.now })))
    throw new Refusal(factorRefusals.passkeyThere)
  await tellChange(work, mailing, userId, 'PASSKEY_ADDED', id)
  return makeFirstCodes(work, secrets)
}

export async function renamePasskey(work: ClinicWork, id: string, name: string): Promise<void> {
  const { userId } = work.actor
  refuseUnless(await updatePasskeyName(work, userId, id, name), factorRefusals.passkeyGone)
  await work.audit({
    event: 'second-factor.changed',
    detail: { userId, change: 'PASSKEY_RENAMED', passkeyId: id },
  })
}

export async function removePasskey(work: ClinicWork, { mailing }: FactorMeans, id: string): Promise<void> {
  const { userId } = work.actor
  await lockOwner(work, userId)
  if (!(await deletePasskey(work, userId, id))) return
  await partWithFactor(work)
  await tellChange(work, mailing, userId, 'PASSKEY_REMOVED', id)
}
