import { open } from 'node:fs/promises'

const pcm = 1

/**
 * What the header of a wav says of its sound; undefined for what is no wav. `lengthMs` is undefined of one that was
 * written while it was recorded: its header was never completed.
 */
export async function readWavHeader(
  path: string,
): Promise<{ isPcm: boolean; lengthMs: number | undefined } | undefined> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(4_096)
    await file.read(head, 0, head.length, 0)
    const [format, data] = [head.indexOf('fmt ', 12, 'latin1'), head.indexOf('data', 12, 'latin1')]
    if (head.toString('latin1', 0, 4) !== 'RIFF' || format < 0 || data < 0) return undefined
    const [bytesASecond, bytes] = [head.readUInt32LE(format + 16), head.readUInt32LE(data + 4)]
    const isKnown = bytes > 0 && bytes < 0x7fff_ffff && bytesASecond > 0
    return {
      isPcm: head.readUInt16LE(format + 8) === pcm,
      lengthMs: isKnown ? Math.round((bytes / bytesASecond) * 1000) : undefined,
    }
  } finally {
    await file.close()
  }
}
