import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sha256Hex } from './chunk-hash.ts'
import { anIntake, type Fate } from './intake.fixtures.ts'
import { createUpload, type UploadProgress } from './upload.ts'

const begin = { dictationId: 'd', facilityId: 'f', patientId: 'p', mimeType: 'audio/webm' }
const aTake = (chunks: number, seed = 0) =>
  Array.from({ length: chunks }, (_, number) => Uint8Array.of(seed, number, seed ^ number))

/** A recording that grows by a chunk with each call of `grow`, up to all of `takes`. */
function aRecording(takes: Uint8Array<ArrayBuffer>[][], grown = Number.POSITIVE_INFINITY) {
  let shown = grown
  return {
    begin: () => begin,
    cuts: () => undefined,
    isWhole: () => shown >= takes.flat().length,
    grow: () => void (shown += 1),
    takes: () => {
      let left = shown
      return takes.map((chunks, take) => {
        const count = Math.max(0, Math.min(left, chunks.length))
        left -= count
        return { take, chunks: count }
      })
    },
    read: async ({ take, number }: { take: number; number: number }) => ({
      bytes: takes[take]![number]!,
      durationMs: 800,
    }),
  }
}

const soon = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('an upload', () => {
  test('sends everything again and makes one job if the server was restored to a state before the recording', async () => {
    let isKnown = false
    const server = anIntake()
    const unknown = () => Promise.reject(Object.assign(new Error('Not found.'), { status: 404 }))
    const takes = [aTake(5)]
    const recording = aRecording(takes)
    const upload = createUpload({
      source: recording,
      sleep: soon,
      intake: {
        ...server.intake,
        begin: (...given) => {
          isKnown = true
          return server.intake.begin(...given)
        },
        storeChunk: async (chunk, signal) => {
          // The server is restored from a backup during the upload.
          if (chunk.number === 3 && server.calls.begin === 1) {
            isKnown = false
            for (const number of [0, 1, 2]) server.lose(`0/${number}`)
          }
          return isKnown ? server.intake.storeChunk(chunk, signal) : unknown()
        },
      },
      inFlight: 1,
    })
    await upload.submit()
    expect(server.bytesOf(0)).toEqual(takes[0])
    expect(server.jobs()).toBe(1)
  })

  test('delivers every chunk once, in its place, and makes one job, whatever fails on the way', async () => {
    const fate = fc.constantFrom<Fate | 'reload'>(
      'arrives',
      'request-lost',
      'answer-lost',
      'arrives-twice',
      'busy',
      'damaged',
      'signed-out',
      'reload',
    )
    const recorded = fc.array(fc.array(fc.uint8Array({ minLength: 1, maxLength: 4 }), { maxLength: 9 }), {
      minLength: 1,
      maxLength: 3,
    })
    await fc.assert(
      fc.asyncProperty(
        recorded,
        fc.array(fate, { maxLength: 40 }),
        fc.integer({ min: 1, max: 4 }),
        async (takes, fates, inFlight) => {
          const waiting = [...fates]
          const server = anIntake((): Fate => {
            recording.grow()
            const next = waiting.shift() ?? 'arrives'
            if (next !== 'reload') return next
            reload()
            return 'request-lost'
          })
          const recording = aRecording(
            takes.map((chunks) => chunks.map((bytes) => new Uint8Array(bytes))),
            1,
          )
          let job: Promise<unknown> | undefined
          let upload = start()

          function start() {
            return createUpload({
              source: recording,
              intake: server.intake,
              inFlight,
              sleep: soon,
              onChange: ({ phase }) => {
                if (phase === 'signed-out') setImmediate(() => upload.wake())
                if (phase === 'up-to-date') setImmediate(goOn)
              },
            })
          }
          /** Continues the recording, and submits it at the end. */
          function goOn() {
            recording.grow()
            if (recording.isWhole()) job = upload.submit()
            else upload.grown()
          }
          /** Closes and opens the tab: only what the browser has stored remains. */
          function reload() {
            void job?.catch(() => undefined)
            upload.stop()
            upload = start()
            if (job) job = upload.submit()
          }

          // A submission that the closed tab had started is made again in the next tab.
          const asked = () => job?.catch(() => undefined)
          while (!job || (await Promise.race([asked(), soon()])) === undefined) await soon()
          takes.forEach((chunks, take) => expect(server.bytesOf(take)).toEqual(chunks))
          expect(server.jobs()).toBe(1)
          for (const name of server.acknowledged) expect(server.has(name)).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  }, 120_000)

  test('sends a recording in the order in which it was made', async () => {
    const takes = [aTake(5, 1), aTake(0, 2), aTake(4, 3)]
    const server = anIntake()
    const upload = createUpload({ source: aRecording(takes), intake: server.intake })
    await upload.submit()
    expect(server.departures).toEqual(['0/0', '0/1', '0/2', '0/3', '0/4', '2/0', '2/1', '2/2', '2/3'])
    expect(server.bytesOf(2)).toEqual(takes[2])
  })

  test('sends only what the server lacks after a reload', async () => {
    const server = anIntake()
    const source = aRecording([aTake(6)])
    for (const number of [0, 1, 4]) await store(server, source, number)
    await createUpload({ source, intake: server.intake }).submit()
    expect(server.calls.chunk).toBe(3 + 3)
  })

  test('sends a chunk again that the server has lost, when the submission names it', async () => {
    const server = anIntake()
    const upload = createUpload({ source: aRecording([aTake(4)]), intake: server.intake, sleep: soon })
    // A chunk can only be lost after it has arrived and was acknowledged.
    while (server.bytesOf(0).length < 4) await soon()
    for (let turn = 0; turn < 5; turn += 1) await soon()
    server.lose('0/2')
    await upload.submit()
    expect(server.jobs()).toBe(1)
    expect(server.calls.submit).toBe(2)
  })

  test('makes no calls for a continued recording while signed out, and resumes after the next sign-in', async () => {
    let signedIn = false
    const server = anIntake(() => (signedIn ? 'arrives' : 'signed-out'))
    const seen: UploadProgress[] = []
    const source = aRecording([aTake(8)], 1)
    const upload = createUpload({ source, intake: server.intake, onChange: (state) => seen.push(state) })
    while (seen.at(-1)?.phase !== 'signed-out') await soon()
    for (let chunk = 0; chunk < 7; chunk += 1) {
      source.grow()
      upload.grown()
      await soon()
    }
    expect(server.calls.begin).toBe(1)
    signedIn = true
    upload.wake()
    await upload.submit()
    expect(server.bytesOf(0)).toHaveLength(8)
  })

  test('keeps reporting the refusal of an immediate submission, such as one from the list', async () => {
    const server = anIntake()
    const seen: UploadProgress[] = []
    const refusal = Object.assign(new Error('This facility is disabled.'), { status: 422, code: 'facility-unknown' })
    const upload = createUpload({
      source: aRecording([aTake(2)]),
      intake: { ...server.intake, submit: () => Promise.reject(refusal) },
      onChange: (progress) => seen.push(progress),
    })
    const answer = upload.submit()
    upload.wake()
    await expect(answer).rejects.toThrow('This facility is disabled.')
    for (let turn = 0; turn < 50; turn += 1) await soon()
    expect(seen.at(-1)).toMatchObject({ phase: 'refused', message: 'This facility is disabled.' })
    upload.stop()
  })

  test('reports a refusal in the words of the server, and can be submitted again', async () => {
    const server = anIntake()
    let refuse = true
    const seen: UploadProgress[] = []
    const upload = createUpload({
      source: aRecording([aTake(2)]),
      intake: {
        ...server.intake,
        submit: async (...input) => {
          if (refuse) throw Object.assign(new Error('The plan has expired.'), { status: 422, code: 'plan-expired' })
          return server.intake.submit(...input)
        },
      },
      onChange: (state) => seen.push(state),
    })
    await expect(upload.submit()).rejects.toThrow('The plan has expired.')
    expect(seen.at(-1)).toMatchObject({ phase: 'refused', code: 'plan-expired', message: 'The plan has expired.' })
    refuse = false
    await expect(upload.submit()).resolves.toMatchObject({ jobNumber: '11' })
  })

  test('sends nothing from when it is paused until it is resumed', async () => {
    const server = anIntake()
    const upload = createUpload({ source: aRecording([aTake(3)]), intake: server.intake })
    upload.pause()
    for (let turn = 0; turn < 20; turn += 1) await soon()
    const before = server.calls.chunk
    for (let turn = 0; turn < 20; turn += 1) await soon()
    expect(server.calls.chunk).toBe(before)
    upload.resume()
    await upload.submit()
    expect(server.bytesOf(0)).toHaveLength(3)
  })
})

async function store(server: ReturnType<typeof anIntake>, source: ReturnType<typeof aRecording>, number: number) {
  const { bytes, durationMs } = await source.read({ take: 0, number })
  const chunk = { dictationId: 'd', take: 0, number, bytes, durationMs, sha256: await sha256Hex(bytes) }
  await server.intake.storeChunk(chunk, new AbortController().signal)
}
