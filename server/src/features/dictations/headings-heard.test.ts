import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dictationCalls as calls } from '@dictara/contract/dictations'
import { templateCalls } from '@dictara/contract/templates'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { aClinic, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { hash } from './dictations.fixtures.ts'

let server: TestServer
let clinic: TestClinic
let doctor: TestClient
const folder = mkdtempSync(join(tmpdir(), 'dictara-headings-'))

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.close()
})

const containers = {
  webm: ['-c:a', 'libopus', '-b:a', '32k', '-live', '1'],
  // The options make fragments as Safari’s recorder does.
  mp4: ['-c:a', 'aac', '-b:a', '64k', '-movflags', 'empty_moov+default_base_moof', '-frag_duration', '1000000'],
}
type Container = keyof typeof containers

/** Speech as a browser records it: one chunk per second, whose end may or may not be the end of a block. */
function spoken(text: string, container: Container = 'webm'): Buffer[] {
  const [wav, file] = [join(folder, 'said.wav'), join(folder, `said.${container}`)]
  execFileSync('flite', ['-voice', 'slt', '-t', text, '-o', wav])
  execFileSync('ffmpeg', ['-y', '-v', 'error', '-i', wav, ...containers[container], file])
  const bytes = readFileSync(file)
  const seconds = Math.max(1, Math.round((readFileSync(wav).length - 44) / 32_000))
  const size = Math.ceil(bytes.length / seconds)
  return Array.from({ length: seconds }, (_, index) => bytes.subarray(index * size, (index + 1) * size))
}

interface Listened {
  listening: string
  next: number
  heard: { heading: string | null; atMs: number }[]
  unknown: string[]
}

async function hearOnce(dictationId: string, from: number) {
  const { result } = await doctor.call(calls.listHeadingsHeard, { params: { dictationId }, query: { take: 0, from } })
  return result[0] as Listened
}

/** Asks again when the server is too busy, as the recorder does. */
async function hear(dictationId: string, from: number): Promise<Listened> {
  for (let asked = 0; asked < 4; asked += 1) {
    const listened = await hearOnce(dictationId, from)
    if (listened.listening !== 'not-now') return listened
  }
  throw new Error('Not listened to, though asked four times.')
}

/** Begins a dictation on a template with these headings, given as system name → custom name. */
async function onTemplate(headings: Record<string, string>): Promise<string> {
  const sectionHeadings = Object.entries(headings).map(([systemHeading, customUIHeading]) => ({
    customUIHeading,
    systemHeading,
  }))
  const templateName = `Visit ${newId()}`
  const { result } = await doctor.call(templateCalls.createTemplate, {
    body: { templateName, templateDescription: 'A visit', active: true, sectionHeadings },
  })
  const dictationId = newId()
  const { facilityId, patientId } = clinic
  await doctor.call(calls.beginDictation, {
    body: { dictationId, facilityId, patientId, templateId: result[0]!.id, mimeType: 'audio/webm' },
  })
  return dictationId
}

const send = (dictationId: string, number: number, bytes: Buffer) =>
  doctor.raw(`/api/clinic/dictation/${dictationId}/take/0/chunk/${number}`, {
    method: 'PUT',
    headers: { 'x-chunk-sha256': hash(bytes), 'x-chunk-ms': '1000', 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })

/** Collects each recognised heading once, as the recorder does. */
function heardOnce() {
  const found = new Map<number, string | null>()
  return {
    add(heard: Listened['heard']) {
      for (const { heading, atMs } of heard) {
        const isKnown = [...found.keys()].some((before) => Math.abs(before - atMs) < 1_500)
        if (!isKnown) found.set(atMs, heading)
      }
    },
    inOrder: () => [...found.entries()].sort(([one], [other]) => one - other).map(([, heading]) => heading),
  }
}

const visit = { SUBJECTIVE: 'SUBJECTIVE', OBJECTIVE: 'OBJECTIVE', PLAN: 'What we do' }
const said =
  'Subjective colon. The patient feels well and sleeps better than last month. He walks to his work every day. ' +
  'Objective colon. Lungs are clear and the heart is regular. There is no swelling of the legs. ' +
  'Next heading. He was told what to do. Plan colon. We will see him in two weeks.'
// The speaker may also say the system heading instead of the custom one.
const inOrder = ['SUBJECTIVE', 'OBJECTIVE', null, 'What we do']

test.each<Container>(['webm', 'mp4'])(
  'spoken headings are recognised while audio arrives as %s, each once at its time, for the author only',
  async (container) => {
    const dictationId = await onTemplate(visit)
    const chunks = spoken(said, container)
    const found = heardOnce()
    let from = 0
    for (const [number, bytes] of chunks.entries()) {
      await send(dictationId, number, bytes)
      if (number % 5 !== 4 && number < chunks.length - 1) continue
      const { listening, next, heard } = await hear(dictationId, from)
      expect([listening, next <= number]).toEqual(['on', true])
      from = next
      found.add(heard)
    }
    expect(found.inOrder()).toEqual(inOrder)
    const stranger = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
    const asked = { params: { dictationId }, query: { take: 0, from: 0 } }
    expect(await stranger.call(calls.listHeadingsHeard, asked)).toMatchObject({ status: 404 })
  },
)

test('a heading with an unrecognisable word is reported, and recognised by its system heading', async () => {
  const dictationId = await onTemplate({ ...visit, ASSESSMENT: 'Zwyxfrob today' })
  for (const [number, bytes] of spoken('Subjective colon. He feels well today. Assessment colon. Better.').entries())
    await send(dictationId, number, bytes)
  const { heard, unknown } = await hear(dictationId, 0)
  expect(heard.map(({ heading }) => heading)).toEqual(['SUBJECTIVE', 'Zwyxfrob today'])
  expect(unknown).toEqual(['Zwyxfrob today'])
})

test('"next section" and "next heading plan" are recognised in the same way as in a note', async () => {
  const dictationId = await onTemplate(visit)
  const asNoted = 'Next section. He was told what to do. Next heading plan. We will see him in two weeks.'
  for (const [number, bytes] of spoken(asNoted).entries()) await send(dictationId, number, bytes)
  const { heard } = await hear(dictationId, 0)
  expect(heard.map(({ heading }) => heading)).toEqual([null, 'What we do'])
})

test('headings recorded without network are recognised from the beginning once the audio arrives', async () => {
  const dictationId = await onTemplate(visit)
  const long = 'He has worked in the same garden for years, and likes to speak about the weather and his three dogs. '
  const chunks = spoken(said.replace('Next heading.', `${long.repeat(6)} Next heading.`))
  expect(chunks.length).toBeGreaterThan(45)
  for (const [number, bytes] of chunks.entries()) await send(dictationId, number, bytes)
  const found = heardOnce()
  let [from, before] = [0, -1]
  while (from > before) {
    const { next, heard } = await hear(dictationId, from)
    found.add(heard)
    before = from
    from = next
  }
  expect(from).toBeGreaterThanOrEqual(chunks.length - 3)
  expect(found.inOrder()).toEqual(inOrder)
})

test('of two simultaneous requests to listen one answers “not-now”, and without a template listening is “off”', async () => {
  const dictationId = await onTemplate(visit)
  await send(dictationId, 0, spoken('Objective colon.')[0]!)
  const both = await Promise.all([hearOnce(dictationId, 0), hearOnce(dictationId, 0)])
  expect(both.map(({ listening }) => listening).sort()).toEqual(['not-now', 'on'])
  expect(both.find(({ listening }) => listening === 'not-now')).toMatchObject({ next: 0, heard: [] })
  const withoutTemplate = newId()
  const { facilityId, patientId } = clinic
  await doctor.call(calls.beginDictation, {
    body: { dictationId: withoutTemplate, facilityId, patientId, mimeType: 'audio/webm' },
  })
  expect(await hear(withoutTemplate, 0)).toMatchObject({ listening: 'off' })
})
