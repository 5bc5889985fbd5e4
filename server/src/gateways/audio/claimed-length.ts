import { ProcessFailed, type RunIn, runProcess } from '../../platform/processes.ts'
import { readWavHeader } from './wav-header.ts'

/**
 * How long a file says that it is, in milliseconds; undefined when it does not say. A file that broke off says more
 * than it holds (Q187).
 */
export async function claimedMs(path: string, options: RunIn): Promise<number | undefined> {
  // ffprobe goes by the size of a wav file, not by its header, which alone knows what is missing.
  const wav = await readWavHeader(path)
  if (wav?.lengthMs !== undefined) return wav.lengthMs
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
