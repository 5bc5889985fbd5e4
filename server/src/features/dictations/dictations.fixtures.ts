import { createHash } from 'node:crypto'
import { wavHead } from '../../testing/sounds.ts'

/** SHA-256, hex. */
export const hash = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
/** The hash of a take that is made of these parts. */
export const takeHash = (parts: (string | Buffer)[]) => hash(parts.map(hash).join(''))

/** A tenth of a second of silence as a wav: in two parts, and whole. */
const samples = Buffer.alloc(3_200)
export const wav = Buffer.concat([wavHead(samples.length / 2), samples])
export const [a, b] = [wav.subarray(0, 1_044), wav.subarray(1_044)]
