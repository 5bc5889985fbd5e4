import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Assertion, Attestation } from '@dictara/contract/second-factor'

const base64url = (bytes: Buffer) => bytes.toString('base64url')
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
/** Encodes bytes as CBOR. */
const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]), bytes])
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])

const flags = { present: 0x01, verified: 0x04, attested: 0x40 }

/** Faults of a device or browser. */
export interface Unlike {
  origin?: string
  rpId?: string
  /** It did not verify the user by finger, face or PIN. */
  isUnverified?: boolean
  /** It reports this number of uses. */
  signCount?: number
  userHandle?: string | null
}

/** A device with one passkey, seen through a browser; `signCount` grows at each use. */
export function aPasskeyDevice(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  let uses = 0
  let owner = ''
  const clientData = (type: string, challenge: string, unlike: Unlike) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: unlike.origin ?? origin, crossOrigin: false }))
  const authData = (more: number, signCount: number, unlike: Unlike, tail = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(signCount)
    const verified = unlike.isUnverified ? 0 : flags.verified
    const rpId = unlike.rpId ?? new URL(unlike.origin ?? origin).hostname
    return Buffer.concat([sha256(rpId), Buffer.from([flags.present | verified | more]), count, tail])
  }
  const named = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const, clientExtensionResults: {} }
  return {
    id: named.id,
    make(options: { challenge: string; user: { id: string } }, unlike: Unlike = {}): Attestation {
      owner = options.user.id
      const length = Buffer.from([id.length >> 8, id.length & 255])
      const data = authData(flags.attested, 0, unlike, Buffer.concat([Buffer.alloc(16), length, id, coseKey]))
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(data),
      ])
      return {
        ...named,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, unlike)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      }
    },
    sign({ challenge }: { challenge: string }, unlike: Unlike = {}): Assertion {
      uses += 1
      const data = authData(0, unlike.signCount ?? uses, unlike)
      const client = clientData('webauthn.get', challenge, unlike)
      return {
        ...named,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
          ...(unlike.userHandle === null ? {} : { userHandle: unlike.userHandle ?? owner }),
        },
      }
    },
  }
}
