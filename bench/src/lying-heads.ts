import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decodeRecording } from '../../server/src/features/conversion/decode-recording.ts'
import { lengthMs } from '../../server/src/gateways/audio/index.ts'
import { lyingHeads, lyingSeconds } from '../../server/src/testing/lying-heads.ts'

const leastKinds = 40
/** Allows for the padding of compressed sound. */
const roundedMs = 50
const limits = { mostMs: 60_000, reserveBytes: 0, signal: new AbortController().signal }

/** Uploads files whose headers state a false length, and measures how much of them is lost without a message. */
export async function benchLyingHeads(): Promise<boolean> {
  let [silentMs, told, whole] = [0, 0, 0]
  for (const { name, make } of lyingHeads) {
    await using made = await mkdtempDisposable(join(tmpdir(), 'dictara-bench-heads-'))
    const path = join(made.path, 'take-0')
    await writeFile(path, await make())
    const recording = { takes: [{ take: 0, path }], cuts: null }
    const output = { wav: join(made.path, 'whole.wav') }
    const { wav, notices } = await decodeRecording(recording, output, { ...limits, folder: made.path })
    const lostMs = lyingSeconds * 1000 - (await lengthMs(wav))
    if (notices.length > 0) told += 1
    if (lostMs <= roundedMs) whole += 1
    else if (notices.length === 0) {
      silentMs += lostMs
      console.log(`  ${name}: ${lostMs} ms are lost without a word`)
    }
  }
  const isReached = silentMs === 0 && lyingHeads.length >= leastKinds
  console.log(
    `lying heads, ${lyingHeads.length} kinds of file of ${lyingSeconds} s: ${whole} read whole, ${told} told; ` +
      `shortened without a notice ${(silentMs / 1000).toFixed(1)} s (at most 0): ${isReached ? 'reached' : 'MISSED'}`,
  )
  return isReached
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await benchLyingHeads()) ? 0 : 1
