import { open } from 'node:fs/promises'
import { ProcessFailed, type RunIn, runProcess } from '../../platform/processes.ts'

/**
 * How long a file says that it is, in milliseconds; undefined when it does not say. A file that broke off says more
 * than it holds (Q187).
 */
export async function claimedMs(path: string, options: RunIn): Promise<number | undefined> {
  const wav = await wavHeaderMs(path)
  if (wav !== undefined) return wav
  const args = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path]
  try {
    const seconds = Number.parseFloat(
      await runProcess('ffprobe', args, { ...options, timeLimitSeconds: 60, memoryLimitMb: 2_000 }),
    )
    return Number.isFinite(seconds) ? Math.round(seconds * 1000) : undefined
  } catch (error) {
    if (error instanceof ProcessFailed && error.kind !== 'stopped') return undefined
    throw error
  }
}

/** ffprobe goes by the size of a wav file, not by its header, which alone knows what is missing. */
async function wavHeaderMs(path: string): Promise<number | undefined> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(4_096)
    await file.read(head, 0, head.length, 0)
    const [format, data] = [head.indexOf('fmt ', 12, 'latin1'), head.indexOf('data', 12, 'latin1')]
    if (head.toString('latin1', 0, 4) !== 'RIFF' || format < 0 || data < 0) return undefined
    const [bytesASecond, bytes] = [head.readUInt32LE(format + 16), head.readUInt32LE(data + 4)]
    // Written while recording, the size is unknown: none or all ones.
    const isKnown = bytes > 0 && bytes < 0x7fff_ffff && bytesASecond > 0
    return isKnown ? Math.round((bytes / bytesASecond) * 1000) : undefined
  } finally {
    await file.close()
  }
}
