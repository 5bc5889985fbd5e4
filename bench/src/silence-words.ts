import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hearSpeech } from '../../server/src/features/conversion/hear-speech.ts'
import { levelForRecognition } from '../../server/src/features/conversion/level-for-recognition.ts'
import systemHeadings from '../../server/src/features/templates/system-headings.json' with { type: 'json' }
import { cutWav, openVoiceSearch, segmentsOf } from '../../server/src/gateways/audio/index.ts'
import { prepareLanguageModel } from '../../server/src/gateways/speech/language-model/prepare-language-model.ts'
import { pocketsphinx } from '../../server/src/gateways/speech/pocketsphinx.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { officeNoise } from '../../server/src/testing/office-noise.ts'
import { wavHead } from '../../server/src/testing/sounds.ts'

const minutes = 10
const seconds = minutes * 60
const program = 'pocketsphinx_continuous'
const signal = new AbortController().signal

const sounds: readonly { name: string; most: number; make(): Int16Array }[] = [
  { name: 'silence', most: 0, make: () => new Int16Array(seconds * 16_000) },
  {
    name: 'the noise of a soundcard',
    most: 0,
    make: () => officeNoise(seconds, { air: 0.0002, hum: 0, knocks: 0 }, 11),
  },
  { name: 'a quiet office', most: 2, make: () => officeNoise(seconds, { air: 0.01, hum: 0.005, knocks: 0.05 }, 12) },
  { name: 'a loud office', most: 2, make: () => officeNoise(seconds, { air: 0.05, hum: 0.02, knocks: 0.3 }, 13) },
]

/** Converts ten minutes without speech. Compares the words of the note with those of the engine alone. */
export async function benchSilenceWords(): Promise<boolean> {
  await using made = await mkdtempDisposable(join(tmpdir(), 'dictara-bench-silence-'))
  const folder = made.path
  const headings = systemHeadings.flatMap(({ spoken }) => spoken)
  const model = await prepareLanguageModel({ folder: join(folder, 'models'), headings })
  if (!model) throw new Error('The speech engine’s model of English is missing; see start for what to install.')
  const engine = pocketsphinx(program, { ready: async () => model, close: () => undefined })
  const voices = openVoiceSearch(createLog('warn'))
  let isReached = true
  for (const { name, most, make } of sounds) {
    const wav = join(folder, 'whole.wav')
    const samples = make()
    await writeFile(wav, Buffer.concat([wavHead(samples.length), Buffer.from(samples.buffer)]))
    await levelForRecognition(wav)
    let [ours, alone] = [0, 0]
    for (const stretch of await segmentsOf(wav)) {
      const part = join(folder, 'part.wav')
      await cutWav(wav, part, stretch, signal)
      const options = { lengthMs: stretch.endMs - stretch.startMs, folder, signal }
      alone += (await engine.transcribe(part, options)).length
      ours += (await hearSpeech({ engine, voices }, part, options)).length
    }
    isReached &&= ours <= most
    console.log(
      `${minutes} minutes of ${name}: ${ours} words (at most ${most}), by the engine alone ${alone}: ` +
        `${ours <= most ? 'reached' : 'MISSED'}`,
    )
  }
  return isReached
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await benchSilenceWords()) ? 0 : 1
