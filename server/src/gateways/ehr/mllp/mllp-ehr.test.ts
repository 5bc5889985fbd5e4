import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { freePort } from '../../../platform/free-port.ts'
import { newId } from '../../../platform/ids.ts'
import { guardedConnect } from '../../../platform/outbound/index.ts'
import { certificateFor } from '../../../testing/certificate.ts'
import { conformance, noteParts } from '../conformance.fixtures.ts'
import { documentNumber } from '../hl7-note.ts'
import type { EhrNote } from '../port.ts'
import { withinLimit } from '../within-limit.ts'
import { mllpEhr } from './mllp-ehr.ts'
import { ackOf, frame, mllpPeer } from './mllp-peer.fixtures.ts'

const never = new AbortController().signal
const place = { clinicId: newId(), facilityId: newId() }
const details = {
  ...place,
  ...noteParts,
  jobNumber: '000001',
  patientName: 'Greta Dubois',
  medicalRecordNumber: 'M-100',
  author: 'Rosa Lind',
  authorId: newId(),
  workType: 'Progress Note',
  dateOfEncounter: '2026-11-20',
  text: 'ASSESSMENT\nStable.',
}
const aNote = (): EhrNote => ({ ...details, jobId: newId(), noteVersion: 1 })

let peer: Awaited<ReturnType<typeof mllpPeer>>
beforeEach(async () => {
  peer = await mllpPeer()
})
afterEach(() => peer.close())
const kindFor = (...allowed: string[]) => mllpEhr(guardedConnect({ allowed }), systemClock)
const connect = (settings = {}, kind = kindFor('127.0.0.1', 'localhost')) =>
  kind.connect({ ...place, settings: { ...peer.settings, ...settings } })

for (const form of ['Document (MDM)', 'Result (ORU)'])
  conformance(`mllp, ${form}`, async () => ({
    ehr: connect({ form }),
    note: details,
    count: async (key) => (peer.documents.has(documentNumber(key)) ? 1 : 0),
    isStruck: async (key) => peer.documents.get(documentNumber(key)) === 'struck',
    behave: peer.behave,
    testsConnectionOnly: true,
  }))

describe('notes over MLLP', () => {
  test('a note is a document with its patient, author and sections, and has the same bytes each time', async () => {
    const note = aNote()
    const ehr = connect()
    expect(await ehr.fileNote(note, never)).toBe(documentNumber(note))
    await ehr.fileNote(note, never)
    const [first, again] = peer.received
    expect(
      ['MSH-3', 'MSH-6', 'MSH-9.2', 'PID-3.1', 'PID-5.1', 'TXA-12', 'OBX-5'].map((path) => first!.get(path)),
    ).toEqual(['DICTARA', 'HOSPITAL', 'T02', 'M-100', 'Dubois', documentNumber(note), 'Stable.'])
    expect(
      ['TXA-9.1', 'TXA-9.2', 'TXA-10.2', 'TXA-17', 'TXA-22.2', 'TXA-22.15'].map((path) => first!.get(path)),
      'the author, and who approved it when',
    ).toEqual(['1234567893', 'Lind', 'Amsel', 'AU', 'Amsel', '20261120110000+0000'])
    expect(again!.toString()).toBe(first!.toString())
    expect(peer.connections(), 'one connection a destination').toBe(1)
  })

  test('simultaneous notes are sent one after the other, each with its own acknowledgement', async () => {
    const ehr = connect()
    const notes = Array.from({ length: 20 }, aNote)
    expect(await Promise.all(notes.map((note) => ehr.fileNote(note, never)))).toEqual(notes.map(documentNumber))
    expect(peer.received.map((message) => message.get('TXA-12'))).toEqual(notes.map(documentNumber))
    expect(peer.connections()).toBe(1)
  })

  test('a refusal is shown in the words of the EHR, and a commit counts as an acceptance', async () => {
    for (const [code, words] of [
      ['AE', 'Patient is unknown'],
      ['CR', 'No such facility.'],
    ]) {
      peer.answerBy((socket, message) => {
        socket.write(frame(ackOf(message).replace(/MSA\|AA\|(\w+)[^\r]*/, `MSA|${code}|$1|${words}`)))
      })
      await expect(connect().fileNote(aNote(), never)).rejects.toMatchObject({ kind: 'refused' })
      await expect(connect().fileNote(aNote(), never)).rejects.toThrow(words)
    }
    peer.answerBy((socket, message) => void socket.write(frame(ackOf(message).replace('MSA|AA', 'MSA|CA'))))
    await connect().fileNote(aNote(), never)
  })

  test('a late acknowledgement is never taken for that of the next note', async () => {
    const kind = kindFor('127.0.0.1')
    const ehr = connect({}, kind)
    let late: (() => void) | undefined
    peer.answerBy((socket, message) => {
      late = () => socket.write(frame(ackOf(message)))
    })
    await expect(withinLimit(ehr, 0.2).fileNote(aNote(), never)).rejects.toMatchObject({ kind: 'silent' })
    const next = withinLimit(ehr, 0.4).fileNote(aNote(), never)
    late!()
    await expect(next).rejects.toMatchObject({ kind: 'silent' })
    expect(peer.connections()).toBe(2)
  })

  test('an acknowledgement that comes twice, in pieces or without its last byte counts once', async () => {
    const ehr = connect()
    peer.answerBy((socket, message) => {
      const bytes = frame(ackOf(message))
      socket.write(bytes)
      socket.write(bytes.subarray(0, 10))
      setTimeout(() => socket.write(bytes.subarray(10, -1)), 5)
    })
    const notes = [aNote(), aNote(), aNote()]
    for (const note of notes) {
      expect(await ehr.fileNote(note, never)).toBe(documentNumber(note))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })

  test.each([
    ['of another message', (text: string) => text.replace(/MSA\|AA\|\w+/, 'MSA|AA|OTHER'), 'acknowledged another'],
    ['that is malformed', () => 'MSH|^~\\&|A\rPID|1', 'no acknowledgement'],
    ['with an unknown code', (text: string) => text.replace('MSA|AA', 'MSA|XX'), 'no acknowledgement'],
  ])('an acknowledgement %s leaves open whether the note has arrived', async (_what, change, words) => {
    peer.answerBy((socket, message) => void socket.write(frame(change(ackOf(message)))))
    const filing = connect().fileNote(aNote(), never)
    await expect(filing).rejects.toMatchObject({ kind: 'silent' })
    await expect(filing).rejects.toThrow(words)
  })

  test('a connection that is reset, ended or flooded counts as no answer, and the next note gets a new one', async () => {
    const ehr = connect()
    for (const fault of ['resetAndDestroy', 'end', 'flood'] as const) {
      peer.answerBy((socket) => {
        if (fault === 'flood') socket.write(Buffer.concat([Buffer.from([0x0b]), Buffer.alloc(2 * 1_048_576, 'x')]))
        else socket[fault]()
      })
      await expect(ehr.fileNote(aNote(), never), fault).rejects.toMatchObject({ kind: 'silent' })
    }
    await peer.behave('accept')
    await ehr.fileNote(aNote(), never)
  })

  test('a server that does not listen gets a readable message', async () => {
    const port = String(await freePort())
    const tested = connect({ port }).test(never)
    await expect(tested).rejects.toThrow(`127.0.0.1 can’t be reached at port ${port}: nothing listens there.`)
    await expect(tested).rejects.toMatchObject({ kind: 'silent' })
  })

  test('an address entered by a clinic is checked like that of a FHIR server', async () => {
    for (const [settings, kind, words] of [
      [{}, kindFor(), 'Without TLS'],
      [{ tls: 'Yes' }, kindFor(), 'private network'],
      [{ tls: 'Yes', host: '169.254.169.254' }, kindFor('169.254.169.254'), 'doesn’t connect to the address'],
      [{ port: '22' }, kindFor('127.0.0.1'), 'doesn’t connect to port 22'],
    ] as const) {
      const tested = connect(settings, kind).test(never)
      await expect(tested).rejects.toThrow(words)
      await expect(tested).rejects.toMatchObject({ kind: 'refused' })
    }
    expect(peer.connections()).toBe(0)
  })

  test('a server that does not speak TLS is reported, and nothing is sent to it', async () => {
    const plain = net.createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1')
    await once(plain, 'listening')
    onTestFinished(() => void plain.close())
    const port = String((plain.address() as net.AddressInfo).port)
    await expect(connect({ port, tls: 'Yes' }).test(never)).rejects.toThrow(`doesn’t speak TLS at port ${port}`)
  })
})

describe('notes over MLLP with TLS', () => {
  const trusted = tls.getCACertificates('default')
  afterEach(() => tls.setDefaultCACertificates(trusted))
  async function secured(host: string) {
    const certificate = await certificateFor(host)
    const secure = await mllpPeer(certificate)
    onTestFinished(() => secure.close())
    return { ...secure, certificate, settings: { ...secure.settings, host: 'localhost' } }
  }

  test('notes reach a host whose certificate is trusted, over one connection', async () => {
    const { certificate, settings, documents, connections } = await secured('localhost')
    tls.setDefaultCACertificates([...trusted, certificate.cert])
    const ehr = connect(settings)
    const notes = [aNote(), aNote()]
    for (const note of notes) expect(await ehr.fileNote(note, never)).toBe(documentNumber(note))
    await ehr.strikeNote(notes[0]!, never)
    expect([...documents.values()]).toEqual(['struck', 'there'])
    expect(connections()).toBe(1)
  })

  test.each([
    ['isn’t trusted', 'localhost', false],
    ['belongs to another host', 'ehr.hospital.lan', true],
  ])('nothing is sent to a host whose certificate %s', async (_, host, isTrusted) => {
    const { certificate, settings, received } = await secured(host)
    if (isTrusted) tls.setDefaultCACertificates([...trusted, certificate.cert])
    const filed = connect(settings).fileNote(aNote(), never)
    await expect(filed).rejects.toThrow('The certificate of localhost isn’t valid or isn’t known here.')
    await expect(filed).rejects.toMatchObject({ kind: 'refused' })
    expect(received).toEqual([])
  })
})
