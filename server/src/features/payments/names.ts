import { createHash, randomBytes } from 'node:crypto'

const letters = '0123456789abcdefghjkmnpqrstvwxyz'
const nameOf = (bytes: Uint8Array, length: number) =>
  Array.from(bytes.subarray(0, length), (byte) => letters[byte % 32]).join('')

/** Our own name of a new subscription: with period and try behind it, it fits into the 20 characters of the gateway. */
export const newRefId = (): string => nameOf(randomBytes(14), 14)

/** What a facility is called at the gateway: always the same 20 characters. */
export const merchantIdOf = (facilityId: string): string => nameOf(createHash('sha256').update(facilityId).digest(), 20)

/** The name on a card in the two parts that the gateway takes. */
export function partsOfName(fullName: string): { firstName: string; lastName: string } {
  const words = fullName.trim().split(/\s+/)
  return { firstName: words.slice(0, -1).join(' ').slice(0, 50), lastName: words.at(-1)!.slice(0, 50) }
}
