import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Server } from 'node-hl7-server'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { freePort } from '../../../platform/free-port.ts'
import { newId } from '../../../platform/ids.ts'
import { guardedConnect } from '../../../platform/outbound/index.ts'
import { noteParts } from '../conformance.fixtures.ts'
import { documentNumber } from '../hl7-note.ts'
import type { EhrNote } from '../port.ts'
import { mllpEhr } from './mllp-ehr.ts'

interface SimpleMessage {
  getSegment(id: string): { setField(at: number, value: string): void; getField(at: number, sub?: number): string }
}
interface SimpleHl7 {
  tcp(): {
    use(step: (request: { msg: SimpleMessage }, answer: { ack: SimpleMessage; end(): void }) => void): void
    start(port: number): void
    stop(): void
  }
}
const simpleHl7 = createRequire(import.meta.url)('simple-hl7') as SimpleHl7

const never = AbortSignal.timeout(20_000)
const place = { clinicId: newId(), facilityId: newId() }
const aNote = (): EhrNote => ({
  ...place,
  ...noteParts,
  jobId: newId(),
  noteVersion: 1,
  jobNumber: '000001',
  patientName: 'Greta Dubois',
  medicalRecordNumber: 'M-100',
  author: 'Rosa Lind',
  authorId: newId(),
  workType: 'Progress Note',
  dateOfEncounter: '2026-11-20',
  text: 'ASSESSMENT\nStable.',
  sections: [{ heading: 'ASSESSMENT', text: 'Stable & well, 2 ^ 3 | 4.\nβ-blocker.' }],
})
const ehrAt = (port: number) =>
  mllpEhr(guardedConnect({ allowed: ['127.0.0.1'] }), systemClock).connect({
    ...place,
    settings: {
      host: '127.0.0.1',
      port: String(port),
      tls: 'No',
      sendingApplication: 'DICTARA',
      sendingFacility: 'HARBOR',
      receivingApplication: 'EHR',
      receivingFacility: 'HOSPITAL',
      form: 'Document (MDM)',
    },
  })

test('node-hl7-server accepts notes, and its refusal is recognised', async () => {
  const port = await freePort()
  const received: string[] = []
  let answer: 'AA' | 'AE' = 'AA'
  const inbound = new Server({ bindAddress: '127.0.0.1' }).createInbound({ port }, async (request, response) => {
    received.push(request.getMessage().get('MSH.10').toString())
    await response.sendResponse(answer)
  })
  onTestFinished(() => void inbound.close())
  await once(inbound as unknown as NodeJS.EventEmitter, 'listen')
  const ehr = ehrAt(port)
  const notes = [aNote(), aNote()]
  for (const note of notes) expect(await ehr.fileNote(note, never)).toBe(documentNumber(note))
  await ehr.strikeNote(notes[0]!, never)
  // This receiver processes and acknowledges all earlier messages of a connection again with each new one.
  expect(new Set(received).size).toBe(3)
  answer = 'AE'
  await expect(ehr.fileNote(aNote(), never)).rejects.toMatchObject({ kind: 'refused' })
})

test('simple-hl7 accepts notes, and its refusal is recognised', async () => {
  const port = await freePort()
  const received: string[] = []
  let answer = 'AA'
  const app = simpleHl7.tcp()
  app.use(({ msg }, response) => {
    received.push(msg.getSegment('TXA').getField(12))
    response.ack.getSegment('MSA').setField(1, answer)
    response.end()
  })
  app.start(port)
  onTestFinished(() => app.stop())
  const ehr = ehrAt(port)
  const notes = [aNote(), aNote()]
  for (const note of notes) expect(await ehr.fileNote(note, never)).toBe(documentNumber(note))
  expect(received).toEqual(notes.map(documentNumber))
  answer = 'AR'
  await expect(ehr.fileNote(aNote(), never)).rejects.toMatchObject({ kind: 'refused' })
})
