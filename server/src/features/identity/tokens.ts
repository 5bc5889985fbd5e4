import { createHash, randomBytes } from 'node:crypto'
import { type Scope, tokenMs } from '@dictara/contract/identity'
import { jwtVerify, SignJWT } from 'jose'
import type { Secrets } from '../../platform/secrets.ts'

export interface TokenClaims {
  userId: string
  sessionId: string
  expiresAt: Date
}

const issuer = 'dictara'
const audience = 'dictara-api'
const verifiedMost = 5_000

/** Access tokens: EdDSA, valid for 15 minutes. They only name the session; its row decides (Q014). */
export function createTokens(secrets: Secrets) {
  const { privateKey, publicKey } = secrets.signingKeys()
  // Check each signature only once. Everything that can change is read from the session row at every call.
  const verified = new Map<string, TokenClaims>()
  return {
    async issue(
      claims: { userId: string; sessionId: string; clinicId: string | null; scopes: readonly Scope[] },
      now: Date,
    ) {
      return new SignJWT({ sid: claims.sessionId, cid: claims.clinicId, scope: claims.scopes.join(' ') })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(claims.userId)
        .setIssuedAt(Math.floor(now.getTime() / 1000))
        .setExpirationTime(Math.floor((now.getTime() + tokenMs) / 1000))
        .setJti(randomBytes(9).toString('base64url'))
        .sign(privateKey)
    },
    /** The claims of a valid, unexpired token of this server, or null. */
    async read(token: string, now: Date): Promise<TokenClaims | null> {
      const known = verified.get(token)
      if (known) return known.expiresAt > now ? known : null
      try {
        const { payload } = await jwtVerify(token, publicKey, {
          algorithms: ['EdDSA'],
          typ: 'at+jwt',
          issuer,
          audience,
          currentDate: now,
          requiredClaims: ['sub', 'sid', 'exp'],
        })
        const claims = {
          userId: String(payload.sub),
          sessionId: String(payload.sid),
          expiresAt: new Date(payload.exp! * 1000),
        }
        if (verified.size >= verifiedMost) verified.clear()
        verified.set(token, claims)
        return claims
      } catch {
        return null
      }
    },
  }
}
export type Tokens = ReturnType<typeof createTokens>

/** 32 random bytes, base64url: one-time keys, links and cookies. */
export const randomSecret = () => randomBytes(32).toString('base64url')
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
