import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type RunIn, runProcess } from '../../platform/processes.ts'

export interface KeptStretch {
  wav: string
  /** Absent: from the beginning to the end. */
  startMs?: number
  endMs?: number
}

/**
 * Joins stretches of decoded wavs of one folder into one, in order. Takes are decoded before: ffmpeg's concat reader
 * drops, without a word, what has another format than the first.
 */
export async function joinWavs(stretches: readonly KeptStretch[], output: string, options: RunIn): Promise<void> {
  const seconds = (ms: number) => (ms / 1000).toFixed(3)
  const entries = stretches.map(({ wav, startMs, endMs }) =>
    [
      `file ${basename(wav)}`,
      ...(startMs === undefined ? [] : [`inpoint ${seconds(startMs)}`]),
      ...(endMs === undefined ? [] : [`outpoint ${seconds(endMs)}`]),
    ].join('\n'),
  )
  const list = join(options.folder, 'takes.ffconcat')
  await writeFile(list, `ffconcat version 1.0\n${entries.join('\n')}\n`)
  const args = ['-nostdin', '-v', 'error', '-y', '-f', 'concat', '-i', list, '-c:a', 'pcm_s16le', '-f', 'wav', output]
  await runProcess('ffmpeg', args, { ...options, timeLimitSeconds: 900, memoryLimitMb: 2_000 })
}
