import { createCipheriv, createDecipheriv, createSecretKey, timingSafeEqual } from 'node:crypto'

/** A file is encrypted in blocks, so that any range of it can be read alone. */
export const blockBytes = 65_536
export const tagBytes = 16
export const sealedBlockBytes = blockBytes + tagBytes

/** The number of a block is its nonce with the file's own key, so that blocks cannot be moved. */
const nonceOf = (index: number) => {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 6, 6)
  return nonce
}

/**
 * The data after the last block. It is valid only for this file length, so that a truncated file is not taken for a
 * shorter one. Its nonce differs from all blocks' nonces.
 */
function endOf(key: Buffer, sizeBytes: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce[0] = 1
  nonce.writeUIntBE(sizeBytes, 6, 6)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.final()
  return cipher.getAuthTag()
}

/** Whether a file of this length has its original end. */
export const isEndOf = (key: Buffer, sizeBytes: number, end: Buffer): boolean =>
  end.length === tagBytes && timingSafeEqual(end, endOf(key, sizeBytes))

/** Encrypts a file from its first byte to its last; the returned pieces are written in order. */
export interface Sealer {
  seal(piece: Uint8Array): Buffer[]
  /** Returns the rest of the last block, and the file's end. */
  end(): Buffer[]
}

/** Encrypts the bytes as they arrive, without collecting a block first: copying is the main cost of a large upload. */
export function createSealer(key: Buffer): Sealer {
  const secret = createSecretKey(key)
  let index = 0
  let inBlock = 0
  let total = 0
  const nextCipher = () => createCipheriv('aes-256-gcm', secret, nonceOf(index))
  let cipher = nextCipher()
  const closeBlock = () => {
    const rest = cipher.final()
    const tag = cipher.getAuthTag()
    index += 1
    inBlock = 0
    cipher = nextCipher()
    return rest.length > 0 ? [rest, tag] : [tag]
  }
  return {
    seal(piece) {
      const sealed: Buffer[] = []
      for (let from = 0; from < piece.length; ) {
        const until = Math.min(piece.length, from + blockBytes - inBlock)
        sealed.push(cipher.update(piece.subarray(from, until)))
        inBlock += until - from
        total += until - from
        from = until
        if (inBlock === blockBytes) sealed.push(...closeBlock())
      }
      return sealed
    },
    end: () => [...(inBlock > 0 ? closeBlock() : []), endOf(key, total)],
  }
}

/** @throws Error if a byte of the block, or its place, was changed. */
export function openBlock(key: Buffer, index: number, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()])
}
