import { randomBytes } from 'node:crypto'
import { totpFigures } from '@dictara/contract/second-factor'
import { Secret, TOTP } from 'otpauth'
import type { Secrets } from '../../platform/secrets.ts'

const stepSeconds = 30
/** A phone's clock may be half a minute off. */
const stepsAside = 1
/** Settings that every app supports. SHA-1 is no weakness here (RFC 6238). */
const kind = { issuer: 'Dictara', algorithm: 'SHA1', digits: totpFigures, period: stepSeconds }

const about = (userId: string) => `totp ${userId}`

/** Makes the secret of an authenticator app: sealed for the person, as text to type, and as the URI of a QR code. */
export function newTotp(secrets: Secrets, userId: string, label: string) {
  const bytes = randomBytes(20)
  const secret = new Secret({ buffer: Uint8Array.from(bytes).buffer })
  return {
    sealed: secrets.seal(bytes, about(userId)),
    secret: secret.base32,
    uri: new TOTP({ ...kind, label, secret }).toString(),
  }
}

/** The number of the half minute since 1970 that a code belongs to: the present, previous or next one. Null for any other code. */
export function stepOf(secrets: Secrets, userId: string, sealed: Buffer, code: string, now: Date): number | null {
  const secret = new Secret({ buffer: Uint8Array.from(secrets.unseal(sealed, about(userId))).buffer })
  const timestamp = now.getTime()
  const aside = new TOTP({ ...kind, secret }).validate({ token: code, timestamp, window: stepsAside })
  return aside === null ? null : Math.floor(timestamp / 1000 / stepSeconds) + aside
}
