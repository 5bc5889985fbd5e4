import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../../platform/clock.ts'
import type { Doors, Work } from '../../../platform/database/index.ts'
import type { GuardedFetch } from '../../../platform/outbound/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { EhrFailed } from '../port.ts'
import { askForTokens, GrantRefused, type PointHealthAccess, type Tokens } from './point-health-client.ts'
import {
  claimTokens,
  deleteTokens,
  endAccess,
  type PersonAtFacility,
  releaseTokens,
  saveTokens,
} from './person-tokens.store.ts'

export interface PersonTokensParts {
  fetchGuarded: GuardedFetch
  clock: Clock
  doors: Doors
  secrets: Secrets
  /** The EHR takes back what a person proved: they have to verify again. */
  whenExpired(work: Work, person: PersonAtFacility): Promise<void>
}

/** Somebody of a clinic at the EHR of one of its facilities. */
export interface Person extends PersonAtFacility {
  clinicId: string
}

const leaseMs = 30_000
const mustVerifyAgain = 'The EHR wants its author verified again. After that, file the note again.'

/** Tokens of people who verified themselves, sealed in the database and renewed by one server at a time. */
export function personTokens({ fetchGuarded, clock, doors, secrets, whenExpired }: PersonTokensParts) {
  const inClinic = <T>({ clinicId }: Person, run: (work: Work) => Promise<T>) =>
    doors.asSystem('task EHR verification', run, clinicId)
  const kept = ({ baseUrl }: PointHealthAccess, tokens: Tokens, before: string | null = null) => ({
    baseUrl,
    accessToken: tokens.accessToken,
    until: clock.now().getTime() + ((tokens.seconds ?? 300) - 30) * 1000,
    refreshToken: tokens.refreshToken ?? before,
  })
  const keyOf = ({ facilityId, userId }: Person): PersonAtFacility => ({ facilityId, userId })

  async function expire(person: Person): Promise<never> {
    await inClinic(person, async (work) => {
      await deleteTokens(work, keyOf(person))
      await whenExpired(work, keyOf(person))
    })
    throw new EhrFailed('refused', mustVerifyAgain)
  }

  async function renew(person: Person, access: PointHealthAccess, refreshToken: string | null, signal: AbortSignal) {
    if (refreshToken === null) return expire(person)
    const grant = { grant_type: 'refresh_token', refresh_token: refreshToken }
    const limited = AbortSignal.any([signal, AbortSignal.timeout(leaseMs - 5_000)])
    try {
      const tokens = kept(access, await askForTokens(fetchGuarded, access, grant, limited), refreshToken)
      await inClinic(person, (work) => saveTokens(work, secrets, keyOf(person), tokens))
      return tokens.accessToken
    } catch (error) {
      if (error instanceof GrantRefused) return expire(person)
      await inClinic(person, (work) => releaseTokens(work, keyOf(person)))
      throw error
    }
  }

  return {
    expire,
    /** After an access token was refused: the next one is asked for anew. */
    renewNext: (person: Person, { baseUrl }: PointHealthAccess) =>
      inClinic(person, (work) => endAccess(work, secrets, keyOf(person), baseUrl)),
    /** Exchanges the code that a person’s browser brought back. @throws EhrFailed */
    async exchange(
      person: Person,
      access: PointHealthAccess,
      { code, redirectUri }: { code: string; redirectUri: string },
      signal: AbortSignal,
    ) {
      const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
      const tokens = kept(access, await askForTokens(fetchGuarded, access, grant, signal))
      await inClinic(person, (work) => saveTokens(work, secrets, keyOf(person), tokens))
    },
    /** The person’s access token; null when they never verified themselves. @throws EhrFailed when they have to do it again */
    async get(person: Person, access: PointHealthAccess, signal: AbortSignal): Promise<string | null> {
      for (;;) {
        signal.throwIfAborted()
        const claimed = await inClinic(person, (work) =>
          claimTokens(work, secrets, keyOf(person), { baseUrl: access.baseUrl, leaseMs }),
        )
        if (claimed.state === 'none') return null
        if (claimed.state === 'valid') return claimed.tokens.accessToken
        if (claimed.state === 'claimed') return renew(person, access, claimed.tokens.refreshToken, signal)
        await pause(250, undefined, { signal }).catch(() => signal.throwIfAborted())
      }
    },
  }
}
