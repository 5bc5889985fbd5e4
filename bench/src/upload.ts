import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Intake } from '@dictara/browser/intake'
import { newId } from '@dictara/contract/new-id'
import { createUpload } from '@dictara/browser/upload'
import { chunkBytes } from '@dictara/contract/dictations'
import { send } from './send.ts'
import { headersOf, startProduct } from './start-product.ts'

const megabytes = 100
const pairs = 5
const ratioLeast = 0.5

/** The load: 100 MB of noise, which cannot be compressed. */
const sound = Array.from(
  { length: (megabytes * 1_048_576) / chunkBytes },
  () => new Uint8Array(randomBytes(chunkBytes)),
)

type Headers = Record<string, string>

/** Makes a call and returns the first element of its result. */
async function call<T>(method: string, url: string, headers: Headers, body?: Uint8Array | object): Promise<T> {
  const bytes = body instanceof Uint8Array ? body : new TextEncoder().encode(body ? JSON.stringify(body) : '')
  const type = body instanceof Uint8Array ? 'application/octet-stream' : 'application/json'
  const answer = await send(method, url, body ? { ...headers, 'content-type': type } : headers, [bytes])
  const envelope = JSON.parse(answer.text) as { result: T[]; message: string; code?: string }
  if (answer.status === 200) return envelope.result[0]!
  throw Object.assign(new Error(envelope.message), { status: answer.status, code: envelope.code })
}

/** Uploads as the recorder does, but without a browser. */
const intakeOf = (url: string, headers: Headers): Intake => ({
  begin: (body) => call('POST', `${url}/api/clinic/dictation`, headers, body),
  storeChunk: async ({ dictationId, take, number, bytes, sha256 }) => {
    const address = `${url}/api/clinic/dictation/${dictationId}/take/${take}/chunk/${number}`
    await call('PUT', address, { ...headers, 'x-chunk-sha256': sha256 }, bytes)
  },
  submit: () => Promise.reject(new Error('The bench measures the upload alone.')),
  findJob: () => Promise.reject(new Error('The bench submits nothing.')),
})

async function uploadOurs(url: string, headers: Headers, about: { facilityId: string; patientId: string }) {
  const dictationId = newId()
  const started = performance.now()
  await new Promise<void>((sent, failed) => {
    const upload = createUpload({
      intake: intakeOf(url, headers),
      source: {
        begin: () => ({ dictationId, ...about, mimeType: 'audio/wav', sizeBytes: megabytes * 1_048_576 }),
        takes: () => [{ take: 0, chunks: sound.length }],
        read: async ({ number }) => ({ bytes: sound[number]!, durationMs: 0 }),
        cuts: () => undefined,
      },
      onChange(state) {
        if (state.phase === 'sending') return
        upload.stop()
        if (state.phase === 'up-to-date') sent()
        else failed(new Error(`The upload stopped: ${JSON.stringify(state)}`))
      },
    })
  })
  const ms = performance.now() - started
  await call('DELETE', `${url}/api/clinic/dictation/${dictationId}`, headers)
  return ms
}

async function uploadPeer(port: number) {
  const started = performance.now()
  await send('PUT', `http://localhost:${port}`, {}, sound)
  return performance.now() - started
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const speed = (ms: number) => `${((megabytes / ms) * 1000).toFixed(0)} MB/s`

/**
 * Compares our chunked, hashed, encrypted and durable upload with one PUT and fsync. @returns whether it is at least
 * half as fast
 */
export async function benchUpload(): Promise<boolean> {
  await using product = await startProduct()
  const peer = fork(fileURLToPath(new URL('upload-peer.ts', import.meta.url)))
  try {
    const port = await new Promise<number>((listening) => peer.once('message', (value) => listening(value as number)))
    const headers = headersOf(await product.signIn('doctor'))
    const get = <T>(path: string) => call<T>('GET', `${product.url}/api${path}`, headers)
    const { facilityId } = await get<{ facilityId: string }>('/clinic/user/facilities')
    const roster = `/clinic/doctor/patient-roster/patients?facilityId=${facilityId}`
    const { pid } = await get<{ pid: string }>(roster)
    const about = { facilityId, patientId: pid }

    await uploadOurs(product.url, headers, about)
    await uploadPeer(port)
    const ours: number[] = []
    const theirs: number[] = []
    for (let pair = 0; pair < pairs; pair += 1) {
      if (pair % 2) ours.push(await uploadOurs(product.url, headers, about))
      theirs.push(await uploadPeer(port))
      if (pair % 2 === 0) ours.push(await uploadOurs(product.url, headers, about))
    }
    const ratio = median(ours.map((ms, pair) => theirs[pair]! / ms))
    const isReached = ratio >= ratioLeast
    console.log(
      `upload of ${megabytes} MB in chunks of ${chunkBytes / 1024} KB, hashed, encrypted, durable, median of ${pairs} pairs: ` +
        `ours ${speed(median(ours))}, one PUT with fsync ${speed(median(theirs))}, ` +
        `ratio ${ratio.toFixed(2)} (at least ${ratioLeast}): ${isReached ? 'reached' : 'MISSED'}`,
    )
    return isReached
  } finally {
    peer.disconnect()
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await benchUpload()) ? 0 : 1
