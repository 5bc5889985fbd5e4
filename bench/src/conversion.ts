import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { newId } from '@dictara/contract/new-id'
import { chunkBytes } from '@dictara/contract/dictations'
import systemHeadings from '../../server/src/features/templates/system-headings.json' with { type: 'json' }
import {
  type LanguageModel,
  prepareLanguageModel,
} from '../../server/src/gateways/speech/language-model/prepare-language-model.ts'
import { aLiveTab } from '../../server/src/testing/live-tab.ts'
import type { TestClient } from '../../server/src/testing/test-client.ts'
import { send } from './send.ts'
import { headersOf, type Product, startProduct } from './start-product.ts'

const run = promisify(execFile)
const dictations = 10
const minuteSeconds = 60
const atOnce = 2
const rounds = 3
const ratioMost = 1.1
const lookMs = 20

type Headers = Record<string, string>

/** Makes ten different minutes of clinical dictation with a synthetic voice, as 16 kHz wav files for the engine. */
export async function makeRecordings(folder: string): Promise<string[]> {
  const source = (name: string) => fileURLToPath(new URL(`../../dictation/src/test-data/${name}.txt`, import.meta.url))
  const texts = await Promise.all(['t1', 't2', 't3', 't4'].map((name) => readFile(source(name), 'utf8')))
  const recordings: string[] = []
  for (let number = 0; number < dictations; number += 1) {
    const path = join(folder, `${number}.wav`)
    const spoken = [0, 1, 2].map((turn) => texts[(number + turn) % texts.length]!.trim()).join(' ')
    const voice = ['rms', 'slt', 'awb'][number % 3]!
    await run('flite', ['-voice', voice, '-t', spoken, '-o', `${path}.flite`])
    const toLength = ['-t', String(minuteSeconds), '-ac', '1', '-ar', '16000', path]
    await run('ffmpeg', ['-v', 'error', '-y', '-f', 'wav', '-i', `${path}.flite`, ...toLength])
    recordings.push(path)
  }
  return recordings
}

/** Measures the reference: the engine alone with the same files and model, without a server. */
async function convertByEngine(recordings: readonly string[], model: LanguageModel): Promise<number> {
  const started = performance.now()
  const waiting = [...recordings]
  const worker = async () => {
    for (let path = waiting.shift(); path; path = waiting.shift()) {
      const args = ['-infile', path, '-logfn', '/dev/null', '-time', 'yes']
      await run('pocketsphinx_continuous', ['-lm', model.languageModel, '-dict', model.dictionary, ...args])
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return performance.now() - started
}

async function call<T>(method: string, url: string, headers: Headers, body?: Uint8Array | object): Promise<T[]> {
  const isBytes = body instanceof Uint8Array
  const bytes = isBytes ? body : new TextEncoder().encode(body ? JSON.stringify(body) : '')
  const type = { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }
  const answer = await send(method, url, body ? { ...headers, ...type } : headers, [bytes])
  const { result, message } = JSON.parse(answer.text) as { result: T[]; message: string }
  if (answer.status !== 200) throw new Error(`${method} ${url}: ${answer.status} ${message}`)
  return result
}

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

/** Uploads a recording without submitting it. */
async function upload(url: string, headers: Headers, about: object, recording: string) {
  const dictationId = newId()
  await call('POST', `${url}/api/clinic/dictation`, headers, { dictationId, ...about, mimeType: 'audio/wav' })
  const bytes = await readFile(recording)
  const hashes: string[] = []
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const chunk = bytes.subarray(at, at + chunkBytes)
    const address = `${url}/api/clinic/dictation/${dictationId}/take/0/chunk/${hashes.length}`
    hashes.push(sha256(chunk))
    await call('PUT', address, { ...headers, 'x-chunk-sha256': hashes.at(-1)! }, chunk)
  }
  const takes = [{ take: 0, chunks: hashes.length, sha256: sha256(hashes.join('')) }]
  return { address: `${url}/api/clinic/dictation/${dictationId}/submit`, body: { takes } }
}

/** Submits the uploaded recordings one after the other. Waits until the last one has become a note. */
export async function convertByProduct(
  { url }: Pick<Product, 'url'>,
  doctor: TestClient,
  recordings: readonly string[],
): Promise<number> {
  const headers = headersOf(doctor)
  const [facility] = await call<{ facilityId: string }>('GET', `${url}/api/clinic/user/facilities`, headers)
  const roster = `${url}/api/clinic/doctor/patient-roster/patients?facilityId=${facility!.facilityId}`
  const [patient] = await call<{ pid: string }>('GET', roster, headers)
  const about = { facilityId: facility!.facilityId, patientId: patient!.pid }
  const uploads = []
  for (const recording of recordings) uploads.push(await upload(url, headers, about, recording))
  const tab = await aLiveTab(url, doctor)
  const isNote = (id: string) => {
    const told = tab.frames.flatMap((frame) => (frame.type === 'job' && frame.jobId === id ? [frame.status] : []))
    if (told.includes('INCOMPLETE')) throw new Error('A conversion failed; the server’s log tells why.')
    return told.includes('IN_PROGRESS')
  }

  const started = performance.now()
  const ids: string[] = []
  for (const { address, body } of uploads) {
    const [job] = await call<{ jobId: string }>('POST', address, headers, body)
    ids.push(job!.jobId)
  }
  while (!ids.every(isNote)) await new Promise((resolve) => setTimeout(resolve, lookMs))
  tab.close()
  return performance.now() - started
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Compares the conversion of ten minutes of dictation with the engine alone. @returns whether the limit is met */
export async function benchConversion(): Promise<boolean> {
  await using made = await mkdtempDisposable(join(tmpdir(), 'dictara-bench-conversion-'))
  const folder = made.path
  const models = join(folder, 'models')
  const headings = systemHeadings.flatMap(({ spoken }) => spoken)
  const model = await prepareLanguageModel({ folder: models, headings })
  if (!model) throw new Error('The speech engine’s model of English is missing; see start for what to install.')
  const recordings = await makeRecordings(folder)
  await using product = await startProduct({ DICTARA_CONVERSIONS: String(atOnce), DICTARA_SPEECH_MODELS: models })
  const doctor = await product.signIn('doctor')
  await convertByProduct(product, doctor, recordings.slice(0, 1))
  await convertByEngine(recordings.slice(0, 1), model)
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2) ours.push(await convertByProduct(product, doctor, recordings))
    theirs.push(await convertByEngine(recordings, model))
    if (round % 2 === 0) ours.push(await convertByProduct(product, doctor, recordings))
  }
  const ratio = median(ours.map((ms, round) => ms / theirs[round]!))
  const isReached = ratio <= ratioMost
  console.log(
    `conversion of ${dictations} dictations of one minute, ${atOnce} at a time on ${cpus().length} processors, ` +
      `median of ${rounds} pairs: ours ${seconds(median(ours))}, the engine alone ${seconds(median(theirs))}, ` +
      `ratio ${ratio.toFixed(2)} (at most ${ratioMost}): ${isReached ? 'reached' : 'MISSED'}`,
  )
  return isReached
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await benchConversion()) ? 0 : 1
