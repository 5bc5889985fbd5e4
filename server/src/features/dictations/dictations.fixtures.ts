import { createHash } from 'node:crypto'
import { wavHead } from '../../testing/sounds.ts'

/** The SHA-256 hash, in hex. */
export const hash = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
/** The hash of a take that consists of these chunks. */
export const takeHash = (parts: (string | Buffer)[]) => hash(parts.map(hash).join(''))

/** A tenth of a second of silence as a wav: whole, and in two chunks. */
const samples = Buffer.alloc(3_200)
export const wav = Buffer.concat([wavHead(samples.length / 2), samples])
export const [a, b] = [wav.subarray(0, 1_044), wav.subarray(1_044)]
