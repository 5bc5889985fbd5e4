import { createCipheriv, createDecipheriv } from 'node:crypto'

/** A file is sealed in blocks, so that any range of it can be opened alone. */
export const blockBytes = 65_536
const tagBytes = 16
export const sealedBlockBytes = blockBytes + tagBytes

const nonceOf = (index: number) => {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 6, 6)
  return nonce
}

/** Block `index` of a file under its own key; the number is part of the nonce, so blocks cannot be moved. */
export function sealBlock(key: Buffer, index: number, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index))
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** @throws Error when a byte of the block, or its place, was changed. */
export function openBlock(key: Buffer, index: number, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()])
}
