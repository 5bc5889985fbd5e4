import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
} from 'node:crypto'
import { link, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** Everything secret is derived from, or sealed under, the installation's one master key. */
export interface Secrets {
  /** 32 bytes for one purpose; the same purpose always gives the same bytes. */
  derive(purpose: string): Buffer
  /** AES-256-GCM; `about` must be the same when it is opened, so that sealed values cannot be swapped. */
  seal(plain: Buffer, about: string): Buffer
  unseal(sealed: Buffer, about: string): Buffer
  /** The Ed25519 pair that signs access tokens. */
  signingKeys(): { privateKey: ReturnType<typeof createPrivateKey>; publicKey: ReturnType<typeof createPublicKey> }
}

const pkcs8OfEd25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

export function secretsFrom(masterKey: Buffer): Secrets {
  if (masterKey.length !== 32) throw new Error('The master key must be 32 bytes.')
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', masterKey, 'dictara', purpose, 32))
  const sealing = derive('seal')
  return {
    derive,
    seal(plain, about) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(about))
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    unseal(sealed, about) {
      const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(0, 12))
      decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(-16))
      return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
    },
    signingKeys() {
      const der = Buffer.concat([pkcs8OfEd25519, derive('token signing')])
      const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
      return { privateKey, publicKey: createPublicKey(privateKey) }
    },
  }
}

const spelledRight = /^[\w+/-]{43}=?$/

function keyFrom(text: string, where: string): Buffer {
  if (!spelledRight.test(text.trim()))
    throw new Error(
      `${where} is no master key: it must be 32 bytes in base64 (44 characters). Was it cut off or mistyped? Nothing was changed.`,
    )
  return Buffer.from(text.trim(), 'base64')
}

const fileOf = (folder: string) => join(folder, 'master-key')

/** The master key that was given, or that of the data folder; null when there is none yet. */
export async function readMasterKey(folder: string, given?: string): Promise<Buffer | null> {
  if (given) return keyFrom(given, 'DICTARA_MASTER_KEY')
  const text = await readFile(fileOf(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    if (error.code === 'EISDIR') throw new Error(`${fileOf(folder)} has to be a file, and is a folder.`)
    throw error
  })
  return text === null ? null : keyFrom(text, fileOf(folder))
}

/** Makes the master key of a data folder, whole or not at all; the file is readable by its owner only. */
export async function makeMasterKey(folder: string): Promise<Buffer> {
  const half = `${fileOf(folder)}.${randomUUID()}`
  const handle = await open(half, 'w', 0o600)
  await handle.writeFile(randomBytes(32).toString('base64'))
  await handle.sync()
  await handle.close()
  // Never over another one, which a second start may have made at the same moment.
  await link(half, fileOf(folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(half)
  return (await readMasterKey(folder))!
}
