import { createHash } from 'node:crypto'

/** SHA-256, hex. */
export const hash = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
/** The hash of a take that is made of these parts. */
export const takeHash = (parts: (string | Buffer)[]) => hash(parts.map(hash).join(''))

/** A tenth of a second of silence as a wav, in two parts. */
function wavParts(): [Buffer, Buffer] {
  const samples = Buffer.alloc(3_200)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(16_000, 24)
  head.writeUInt32LE(32_000, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return [Buffer.concat([head, samples.subarray(0, 1_000)]), samples.subarray(1_000)]
}
/** A wav in two parts, and whole. */
export const [a, b] = wavParts()
export const wav = Buffer.concat([a, b])
