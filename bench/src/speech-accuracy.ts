import { execFile } from 'node:child_process'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { countWordErrors } from '@dictara/dictation'
import systemHeadings from '../../server/src/features/templates/system-headings.json' with { type: 'json' }
import { wordsOf } from '../../server/src/gateways/speech/pocketsphinx.ts'
import { prepareLanguageModel } from '../../server/src/gateways/speech/language-model/prepare-language-model.ts'

const run = promisify(execFile)
const quietly = ['-logfn', '/dev/null', '-time', 'yes']
const voices = ['rms', 'slt', 'awb']
/** Texts that no language model was trained on. */
const texts = ['t1', 't2', 't3', 't4']
const textOf = (name: string) =>
  readFile(fileURLToPath(new URL(`../../dictation/src/test-data/${name}.txt`, import.meta.url)), 'utf8')

/** Reads the texts with synthetic voices, hears them with the stock model and with ours, and prints the wrong words. */
export async function measureAccuracy(): Promise<void> {
  await using made = await mkdtempDisposable(join(tmpdir(), 'dictara-accuracy-'))
  const folder = made.path
  const model = await prepareLanguageModel({
    folder: join(folder, 'models'),
    headings: systemHeadings.flatMap(({ spoken }) => spoken),
  })
  if (!model) throw new Error('No language model could be made; see start for the programs that it takes.')
  const models = { stock: [], clinical: ['-lm', model.languageModel, '-dict', model.dictionary] }
  for (const [name, args] of Object.entries(models)) {
    const all = { wrong: 0, words: 0 }
    for (const voice of voices) {
      const ofVoice = { wrong: 0, words: 0 }
      for (const text of texts) {
        const spoken = (await textOf(text)).trim()
        const wav = join(folder, `${voice}-${text}.wav`)
        await run('flite', ['-voice', voice, '-t', spoken, '-o', `${wav}.flite`])
        await run('ffmpeg', ['-v', 'error', '-y', '-f', 'wav', '-i', `${wav}.flite`, '-ac', '1', '-ar', '16000', wav])
        const heard = await run('pocketsphinx_continuous', ['-infile', wav, ...quietly, ...args])
        const hypothesis = wordsOf(heard.stdout)
          .map(({ word }) => word)
          .join(' ')
        const { wrong, words } = countWordErrors(spoken, hypothesis)
        if (process.argv.includes('--texts')) console.log(`${voice} ${text} ${wrong}/${words}: ${hypothesis}`)
        ofVoice.wrong += wrong
        ofVoice.words += words
      }
      print(name, voice, ofVoice)
      all.wrong += ofVoice.wrong
      all.words += ofVoice.words
    }
    print(name, 'all voices', all)
  }
}

const print = (model: string, voice: string, { wrong, words }: { wrong: number; words: number }) =>
  console.log(
    `${model} model, ${voice}: word error rate ${((wrong / words) * 100).toFixed(1)} % (${wrong} of ${words})`,
  )

if (process.argv[1] === fileURLToPath(import.meta.url)) await measureAccuracy()
