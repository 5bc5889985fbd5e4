import { createPrivateKey, type JsonWebKey, type KeyObject, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Clock } from '../../../platform/clock.ts'
import type { GuardedFetch } from '../../../platform/outbound/index.ts'
import { askEhr } from '../ask-ehr.ts'
import { Foreign } from '../foreign.ts'
import { type KeptTokens, keptTokens, type Token } from '../kept-tokens.ts'
import { EhrFailed } from '../port.ts'

export interface BackendClient {
  /** Of the FHIR server, without a slash at its end. */
  baseUrl: string
  clientId: string
  /** PEM (PKCS#8), with or without its line breaks, or a JWK. */
  privateKey: string
  scopes: string
}

interface Signer {
  key: KeyObject
  alg: 'RS384' | 'ES384'
  kid?: string | undefined
}

/** @throws Error in words for people when the text is no private key that SMART Backend Services know */
export function readPrivateKey(text: string): Signer {
  const { key, kid } = openKey(text.trim())
  if (key.asymmetricKeyType === 'rsa') {
    if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048) throw new Error('An RSA key needs at least 2048 bits.')
    return { key, alg: 'RS384', kid }
  }
  if (key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'secp384r1')
    return { key, alg: 'ES384', kid }
  throw new Error('The private key has to be an RSA key, or an elliptic key of the curve P-384.')
}

function openKey(text: string): { key: KeyObject; kid?: string | undefined } {
  try {
    if (text.startsWith('{')) {
      const jwk = JSON.parse(text) as JsonWebKey & { kid?: unknown }
      return {
        key: createPrivateKey({ key: jwk, format: 'jwk' }),
        kid: typeof jwk.kid === 'string' ? jwk.kid : undefined,
      }
    }
    const [, name, body] = /^-----BEGIN ([A-Z ]+)-----([\s\S]+)-----END \1-----$/.exec(text) ?? []
    const lines = body!.replaceAll(/\s+/g, '').match(/.{1,64}/g)!
    return { key: createPrivateKey([`-----BEGIN ${name}-----`, ...lines, `-----END ${name}-----`].join('\n')) }
  } catch {
    throw new Error('This isn’t a private key. Paste the whole key: PEM, beginning with -----BEGIN, or a JWK.')
  }
}

/** The token endpoint that a FHIR server publishes (SMART App Launch 2, .well-known/smart-configuration). */
async function findTokenEndpoint(fetchGuarded: GuardedFetch, baseUrl: string, signal: AbortSignal): Promise<string> {
  const { status, body } = await askEhr(fetchGuarded, `${baseUrl}/.well-known/smart-configuration`, {
    headers: { accept: 'application/json' },
    signal,
  })
  const endpoint = status === 200 ? new Foreign('smart-configuration', body).text('token_endpoint') : null
  if (endpoint === null || !URL.canParse(endpoint))
    throw new EhrFailed(
      'refused',
      'There is no SMART configuration at this address. Check the base URL of the FHIR server.',
    )
  return endpoint
}

async function askForToken(
  fetchGuarded: GuardedFetch,
  { baseUrl, clientId, privateKey, scopes }: BackendClient,
  now: Date,
  signal: AbortSignal,
): Promise<Token> {
  const endpoint = await findTokenEndpoint(fetchGuarded, baseUrl, signal)
  const { key, alg, kid } = usableKey(privateKey)
  const seconds = Math.floor(now.getTime() / 1000)
  const assertion = await new SignJWT({})
    .setProtectedHeader({ alg, typ: 'JWT', ...(kid && { kid }) })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(endpoint)
    .setJti(randomUUID())
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 240)
    .sign(key)
  const { status, body } = await askEhr(fetchGuarded, endpoint, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: scopes,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    }).toString(),
    signal,
  })
  const answer = new Foreign('token', body ?? {})
  if (status !== 200) throw new EhrFailed('refused', whyNoToken(answer.text('error')))
  const token = answer.text('access_token')
  if (token === null) throw new EhrFailed('refused', 'The EHR’s sign-in answered without a token.')
  return { token, seconds: answer.number('expires_in') }
}

function usableKey(text: string): Signer {
  try {
    return readPrivateKey(text)
  } catch (error) {
    throw new EhrFailed('refused', (error as Error).message)
  }
}

/** The codes of RFC 6749 in words. */
function whyNoToken(error: string | null): string {
  if (error === 'invalid_client')
    return 'The EHR doesn’t know this client, or the private key doesn’t match the one registered there.'
  if (error === 'invalid_scope') return 'The EHR doesn’t grant these scopes.'
  if (error === 'unauthorized_client') return 'The EHR doesn’t let this client sign in without a person.'
  return 'The EHR’s sign-in refused Dictara.'
}

/** Tokens of SMART Backend Services. */
export type BackendTokens = KeptTokens<BackendClient>

export const backendTokens = (fetchGuarded: GuardedFetch, clock: Clock): BackendTokens =>
  keptTokens(clock, (client, signal) => askForToken(fetchGuarded, client, clock.now(), signal))
