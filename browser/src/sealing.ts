/** Content to encrypt together: a JSON value and raw bytes (a piece of sound; empty for a note draft). */
export interface Sealable {
  value: unknown
  bytes: Uint8Array<ArrayBuffer>
}

/** AES-GCM ciphertext and its nonce. */
export interface Sealed {
  nonce: Uint8Array<ArrayBuffer>
  ciphertext: ArrayBuffer
}

const nonceBytes = 12
const lengthBytes = 4

/** Imports a key that cannot be read back from the browser's memory; `base64` holds 32 bytes (Q194). */
export async function importDraftKey(base64: string): Promise<CryptoKey> {
  const raw = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** Encrypts. `place` says where the ciphertext will be stored, so that it cannot be decrypted at any other place. */
export async function seal(key: CryptoKey, place: readonly string[], content: Sealable): Promise<Sealed> {
  const value = new TextEncoder().encode(JSON.stringify(content.value ?? null))
  const plain = new Uint8Array(lengthBytes + value.length + content.bytes.length)
  new DataView(plain.buffer).setUint32(0, value.length)
  plain.set(value, lengthBytes)
  plain.set(content.bytes, lengthBytes + value.length)
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  return { nonce, ciphertext: await crypto.subtle.encrypt(algorithm(nonce, place), key, plain) }
}

/** Decrypts; rejects if the key, the place or a single bit differs. */
export async function unseal(key: CryptoKey, place: readonly string[], sealed: Sealed): Promise<Sealable> {
  const plain = await crypto.subtle.decrypt(algorithm(sealed.nonce, place), key, sealed.ciphertext)
  const end = lengthBytes + new DataView(plain).getUint32(0)
  const value: unknown = JSON.parse(new TextDecoder().decode(plain.slice(lengthBytes, end)))
  return { value, bytes: new Uint8Array(plain, end) }
}

const algorithm = (nonce: Uint8Array<ArrayBuffer>, place: readonly string[]) => ({
  name: 'AES-GCM',
  iv: nonce,
  additionalData: new TextEncoder().encode(JSON.stringify(place)),
})
