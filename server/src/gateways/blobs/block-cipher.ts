import { createCipheriv, createDecipheriv, createSecretKey, timingSafeEqual } from 'node:crypto'

/** A file is sealed in blocks, so that any range of it can be opened alone. */
export const blockBytes = 65_536
export const tagBytes = 16
export const sealedBlockBytes = blockBytes + tagBytes

/** The number of a block is its nonce under the file's own key, so blocks cannot be moved. */
const nonceOf = (index: number) => {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 6, 6)
  return nonce
}

/**
 * What stands behind the last block: it holds for a file of this length alone, so that one that lost its end, or a part
 * of it, is not taken for a shorter one. Its nonce is that of no block.
 */
function endOf(key: Buffer, sizeBytes: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce[0] = 1
  nonce.writeUIntBE(sizeBytes, 6, 6)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.final()
  return cipher.getAuthTag()
}

/** Whether a file of this length ends as it was written. */
export const isEndOf = (key: Buffer, sizeBytes: number, end: Buffer): boolean =>
  end.length === tagBytes && timingSafeEqual(end, endOf(key, sizeBytes))

/** Seals a file from its first byte to its last; the pieces that come out are written one after the other. */
export interface Sealer {
  seal(piece: Uint8Array): Buffer[]
  /** What closes the last block, and the file. */
  end(): Buffer[]
}

/** Seals as the bytes come, without gathering a block first: copies of a large upload are what costs. */
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

/** @throws Error when a byte of the block, or its place, was changed. */
export function openBlock(key: Buffer, index: number, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()])
}
