import { createHash, randomBytes } from 'node:crypto'
import { emrVerificationRefusals as refusals } from '@dictara/contract/emr-verification'
import { EhrFailed } from '../../gateways/ehr/index.ts'
import type { Actor } from '../../platform/actor.ts'
import type { ClinicWork } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/feature.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import { findEhrOf, saveVerified, verifiedPath } from '../facilities/index.ts'
import { lockFacility } from './ehr-configuration.store.ts'
import { isSameSettings } from './ehr-settings.ts'
import { insertState, isAskedAt, takeState } from './emr-states.store.ts'
import type { EhrParts } from './show-facility.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'emr.verification-started': null
    'emr.verified': null
    'emr.verification-failed': null
  }
}

type Parts = EhrParts & { platform: Platform }

/** A state is good for so long (S46). */
const stateMs = 10 * 60_000
const hashOf = (state: string) => createHash('sha256').update(state).digest()

/** Where the EHR sends a person back to, and the host of that. */
function returnOf({ addresses }: Platform, { clinicId, userId }: Actor) {
  const url = new URL(verifiedPath({ clinicId: clinicId!, userId }), addresses.web)
  return { redirectUri: url.toString(), host: url.host }
}

/** @throws Refusal 422 where the EHR of the facility asks nobody */
async function findVerification(work: ClinicWork, { kinds, secrets }: EhrParts, facilityId: string) {
  const connected = await findEhrOf(work, secrets, facilityId)
  const verification = connected ? kinds[connected.ehrType]?.verification : undefined
  refuseUnless(connected && verification && (await isAskedAt(work, facilityId)), refusals.verificationNotAsked)
  return {
    verification,
    ehrType: connected.ehrType,
    of: { clinicId: work.clinicId, facilityId, settings: connected.settings },
  }
}

/**
 * Begins the verification of the actor at the EHR of a facility: with a state that is random, good once, for 10 minutes, and only for
 * this person, clinic, session and host (Q089, S46).
 * @returns where their browser goes
 */
export async function startVerification(parts: Parts, actor: Actor, facilityId: string): Promise<string> {
  const { platform } = parts
  const { redirectUri, host } = returnOf(platform, actor)
  const state = randomBytes(32).toString('base64url')
  return platform.doors.inClinic(actor, async (work) => {
    const { verification, of } = await findVerification(work, parts, facilityId)
    const expiresAt = new Date(work.now.getTime() + stateMs)
    await insertState(work, { stateHash: hashOf(state), facilityId, host, expiresAt })
    await work.audit({ event: 'emr.verification-started', facilityId })
    return verification.startUrl(of, { redirectUri, state })
  })
}

type Begun = Awaited<ReturnType<typeof findVerification>>

/** @returns false when the facility was connected otherwise since: what was proved says nothing to that EHR */
async function keepVerified(work: ClinicWork, { secrets }: EhrParts, begun: Begun, expiresAt: Date | null) {
  const { verification, ehrType, of } = begun
  const { facilityId } = of
  await lockFacility(work, facilityId)
  const connected = await findEhrOf(work, secrets, facilityId)
  if (connected?.ehrType !== ehrType || !isSameSettings(connected.settings, of.settings)) {
    await verification.forget?.(work, { facilityId, userId: work.actor.userId })
    await work.audit({ event: 'emr.verification-failed', facilityId })
    return false
  }
  await saveVerified(work, facilityId, expiresAt)
  await work.audit({ event: 'emr.verified', facilityId })
  return true
}

/** @throws Refusal 422 with the EHR’s words */
async function exchange({ platform }: Parts, actor: Actor, begun: Begun, back: { redirectUri: string; code: string }) {
  const { verification, of } = begun
  const signal = AbortSignal.timeout(platform.config.DICTARA_EHR_SECONDS * 1000)
  try {
    return await verification.exchange(of, { userId: actor.userId, ...back }, signal)
  } catch (error) {
    const isSilent = signal.aborted
    if (!(error instanceof EhrFailed) && !isSilent) throw error
    await platform.doors.inClinic(actor, (work) =>
      work.audit({ event: 'emr.verification-failed', facilityId: of.facilityId }),
    )
    const reason = error instanceof EhrFailed ? error.message : 'It didn’t respond in time.'
    throw new Refusal(refusals.verificationFailed, { reason })
  }
}

/**
 * Exchanges what the EHR sent the actor back with. The state is used up whatever comes of it. No transaction is open while the EHR is
 * asked.
 * @param from the host of the page that asks; undefined where the browser did not say
 * @throws Refusal 422 for a state that is not good, and where the EHR does not verify the person, with its words
 */
export async function verifyPerson(
  parts: Parts,
  actor: Actor,
  { code, state, from }: { code: string; state: string; from: string | undefined },
): Promise<void> {
  const { doors } = parts.platform
  const { redirectUri, host } = returnOf(parts.platform, actor)
  // In a transaction of its own, so that no refusal gives the state back.
  const facilityId = await doors.inClinic(actor, (work) => takeState(work, hashOf(state), from ?? host))
  refuseUnless(facilityId, refusals.verificationOver)
  const begun = await doors.inClinic(actor, (work) => findVerification(work, parts, facilityId))
  const { expiresAt } = await exchange(parts, actor, begun, { redirectUri, code })
  const isKept = await doors.inClinic(actor, (work) => keepVerified(work, parts, begun, expiresAt))
  refuseUnless(isKept, refusals.verificationOver)
}
