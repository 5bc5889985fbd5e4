import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type DemoDictationName, demoDictations } from '../../server/src/demo/dictations.ts'
import systemHeadings from '../../server/src/features/templates/system-headings.json' with { type: 'json' }
import { prepareLanguageModel } from '../../server/src/gateways/speech/language-model/prepare-language-model.ts'
import { wordsOf } from '../../server/src/gateways/speech/pocketsphinx.ts'

/** `node tools/src/demo-dictations.ts [name …]`: renews the demo's recordings and their recognised words. */
const output = resolve(import.meta.dirname, '../../server/src/demo/dictations')
/** The flite voice that the engine recognises best; the second doctor's is a little higher. */
const pitches = { doctor: 1, poolDoctor: 1.08 }
const names = Object.keys(demoDictations) as DemoDictationName[]
const asked = process.argv.slice(2)

const folder = mkdtempSync(join(tmpdir(), 'dictara-demo-dictations-'))
const model = await prepareLanguageModel({
  folder: join(folder, 'models'),
  headings: systemHeadings.flatMap(({ spoken }) => spoken),
})
if (!model) throw new Error('No language model could be made; see start for the programs that it takes.')
for (const name of names.filter((one) => asked.length === 0 || asked.includes(one))) {
  const { words, author } = demoDictations[name]
  const [read, heard, mp3] = [join(folder, 'read.wav'), join(folder, 'heard.wav'), join(output, `${name}.mp3`)]
  const pitch = pitches[author]
  execFileSync('flite', ['-voice', 'rms', '-t', words, '-o', read])
  const higher = `aresample=16000,asetrate=${16_000 * pitch},atempo=${1 / pitch}`
  const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args])
  ffmpeg('-f', 'wav', '-i', read, '-af', higher, '-ac', '1', '-ar', '16000', '-b:a', '24k', '-map_metadata', '-1', mp3)
  ffmpeg('-i', mp3, '-ac', '1', '-ar', '16000', heard)
  const clinical = ['-lm', model.languageModel, '-dict', model.dictionary]
  const said = execFileSync(
    'pocketsphinx_continuous',
    ['-infile', heard, '-logfn', '/dev/null', '-time', 'yes', ...clinical],
    { encoding: 'utf8' },
  )
  writeFileSync(join(output, `${name}.json`), `${JSON.stringify(wordsOf(said))}\n`)
  process.stdout.write(`${name}\n`)
}
rmSync(folder, { recursive: true })
execFileSync('npx', ['biome', 'format', '--write', output], { stdio: 'inherit' })
