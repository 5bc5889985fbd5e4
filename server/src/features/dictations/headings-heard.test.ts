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

/** As a browser records it: one chunk a second, which ends where a block ends or does not. */
function spoken(text: string): Buffer[] {
  const [wav, webm] = [join(folder, 'said.wav'), join(folder, 'said.webm')]
  execFileSync('flite', ['-voice', 'slt', '-t', text, '-o', wav])
  execFileSync('ffmpeg', ['-y', '-v', 'error', '-i', wav, '-c:a', 'libopus', '-b:a', '32k', '-live', '1', webm])
  const bytes = readFileSync(webm)
  const seconds = Math.max(1, Math.round((readFileSync(wav).length - 44) / 32_000))
  const size = Math.ceil(bytes.length / seconds)
  return Array.from({ length: seconds }, (_, index) => bytes.subarray(index * size, (index + 1) * size))
}

const hear = (dictationId: string, from: number, who = doctor) =>
  who.call(calls.listHeadingsHeard, { params: { dictationId }, query: { take: 0, from } })

test('what is said of the headings is heard while it arrives, once each by its time, and by nobody else', async () => {
  const sectionHeadings = ['SUBJECTIVE', 'OBJECTIVE', 'PLAN'].map((name) => ({
    customUIHeading: name === 'PLAN' ? 'What we do' : name,
    systemHeading: name,
  }))
  const { result } = await doctor.call(templateCalls.createTemplate, {
    body: { templateName: 'Visit', templateDescription: 'A visit', active: true, sectionHeadings },
  })
  const template = result[0]!
  const dictationId = newId()
  const { facilityId, patientId } = clinic
  await doctor.call(calls.beginDictation, {
    body: { dictationId, facilityId, patientId, templateId: template.id, mimeType: 'audio/webm' },
  })
  const chunks = spoken(
    'Subjective colon. The patient feels well and sleeps better than last month. He walks to his work every day. ' +
      'Objective colon. Lungs are clear and the heart is regular. There is no swelling of the legs. ' +
      'Next heading. He was told what to do. Plan colon. We will see him in two weeks.',
  )
  const found = new Map<number, string | null>()
  let from = 0
  for (const [number, bytes] of chunks.entries()) {
    await doctor.raw(`/api/clinic/dictation/${dictationId}/take/0/chunk/${number}`, {
      method: 'PUT',
      headers: { 'x-chunk-sha256': hash(bytes), 'x-chunk-ms': '1000', 'content-type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
    })
    if (number % 5 !== 4 && number < chunks.length - 1) continue
    const [{ next, heard }] = (await hear(dictationId, from)).result as [
      { next: number; heard: { heading: string | null; atMs: number }[] },
    ]
    expect(next).toBeLessThanOrEqual(number)
    from = next
    for (const { heading, atMs } of heard) {
      const isKnown = [...found.keys()].some((before) => Math.abs(before - atMs) < 1_500)
      if (!isKnown) found.set(atMs, heading)
    }
  }
  const inOrder = [...found.entries()].sort(([a], [b]) => a - b).map(([, heading]) => heading)
  // a system heading may be said as the product says it
  expect(inOrder).toEqual(['SUBJECTIVE', 'OBJECTIVE', null, 'What we do'])
  const stranger = await signedIn(server, clinic.clinicId, { facilityIds: [facilityId] })
  expect(await hear(dictationId, 0, stranger)).toMatchObject({ status: 404 })
})
