import { sha256Hex } from '@dictara/browser/chunk-hash'
import { newRecording } from '@dictara/browser/new-recording'
import type { Recording } from '@dictara/browser/recordings'
import { afterAll, expect, test } from 'vitest'
import { hashAtOnce } from '../testing/model/hash-at-once.ts'
import { memoryServer } from '../testing/model/memory-server.ts'
import { aComputer, shelfOf } from '../testing/model/model-computer.ts'
import { virtualTime } from '../testing/model/virtual-time.ts'
import { meetStored } from '../unsent/clear-up.ts'
import { isWorthKeeping, listUnsent } from '../unsent/unsent.ts'
import { toBegin } from './recording-told.ts'
import { type Shelf, takeFromShelf } from './shelf.ts'

const details = {
  facility: { facilityId: 'f', facilityName: 'Harbour' },
  patient: { pid: 'greta', firstName: 'Greta', lastName: '', birthDate: '1961-03-12', medicalRecordNumber: '1' },
  template: null,
  workType: null,
}
const aPiece = (byte: number) => ({ bytes: Uint8Array.of(byte), durationMs: 1_000, peaks: [] })
const whole = (take: number) => ({ take, startMs: 0, endMs: null })

afterAll(hashAtOnce())

function aDesk() {
  const time = virtualTime(() => 0)
  const server = memoryServer()
  const computer = aComputer(time, () => 0)
  const shelf = shelfOf(server, computer, { isAlive: true })
  const until = <T>(work: Promise<T>) => time.until(work, 'it')
  return { time, server, computer, shelf, until }
}

/** Returns a recording of which the page stored this many seconds before it crashed. */
async function stored({ recordings }: Shelf, seconds: number): Promise<Recording> {
  let recording: Recording = { ...newRecording(details), createdAt: 0 }
  await recordings.save(recording)
  for (let number = 0; number < seconds; number += 1) {
    const take = { take: 0, mimeType: 'audio/webm', chunks: number + 1, sizeBytes: 1, durationMs: 1_000 * (number + 1) }
    recording = { ...recording, version: 2, takes: [take], kept: [whole(0)] }
    await recordings.save(recording, { ...aPiece(number), take: 0, number })
  }
  return recording
}

/** Returns such a recording with a second take of one second. */
async function storedWithTwo(shelf: Shelf, seconds: number): Promise<Recording> {
  const first = await stored(shelf, seconds)
  const takes = [...first.takes, { ...first.takes[0]!, take: 1, chunks: 1, durationMs: 1_000 }]
  const recording = { ...first, version: 3, takes, kept: [whole(0), whole(1)] }
  await shelf.recordings.save(recording, { ...aPiece(10), take: 1, number: 0 })
  return recording
}

async function aChunk({ dictationId }: Recording, take: number, number: number) {
  const piece = aPiece(10 * take + number)
  return { ...piece, dictationId, take, number, sha256: await sha256Hex(piece.bytes) }
}

test('the sound of a page that crashed before storing any keeps its number: the next take has another one', async () => {
  const { computer, shelf, until } = aDesk()
  computer.nowMs = 0
  const recording = await until(stored(shelf, 0))
  const opened = await until(takeFromShelf(shelf, recording.recordingId))
  if (typeof opened === 'string') throw new Error(opened)
  opened.startTake('audio/webm')
  opened.addPiece(aPiece(1))
  expect(opened.recording.takes.map(({ take }) => take)).toEqual([1])
  await until(opened.close())
})

test('words retracted before the job was made elsewhere do not belong to its rest, also after a crash', async () => {
  const { server, shelf, until, computer } = aDesk()
  const recording = await until(stored(shelf, 3))
  const cuts = [
    { take: 0, startMs: 0, endMs: 1_000 },
    { take: 1, startMs: 0, endMs: 86_400_000 },
  ]
  server.begin({ ...toBegin(recording), version: 3, cuts })
  for (const [take, number] of [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 0],
  ] as const)
    server.storeChunk(await aChunk(recording, take, number))
  const [elsewhere] = server.listOpen()
  const job = await until(shelf.server.submitArrived(elsewhere!))
  const meeting = await until(meetStored(shelf, recording, job))
  expect(meeting.kind).toBe('sent')
  expect(computer.stored.size).toBe(0)
})

test('retracted words do not belong to the rest of a job even if their replacement arrived nowhere', async () => {
  const { server, shelf, until, computer } = aDesk()
  const recording = await until(storedWithTwo(shelf, 3))
  const cuts = [
    { take: 0, startMs: 0, endMs: 86_400_000 },
    { take: 2, startMs: 0, endMs: 86_400_000 },
  ]
  server.begin({ ...toBegin(recording), version: 4, cuts })
  for (const number of [0, 1, 2]) server.storeChunk(await aChunk(recording, 0, number))
  const job = await until(shelf.server.submitArrived(server.listOpen()[0]!))
  expect((await until(meetStored(shelf, recording, job))).kind).toBe('sent')
  expect(computer.stored.size).toBe(0)
})

test('a take of which nothing has arrived belongs to the rest of the job made without it', async () => {
  const { server, shelf, until, computer } = aDesk()
  const recording = await until(storedWithTwo(shelf, 1))
  const cuts = [0, 1].map((take) => ({ take, startMs: 0, endMs: 86_400_000 }))
  server.begin({ ...toBegin(recording), version: 4, cuts })
  server.storeChunk(await aChunk(recording, 0, 0))
  const job = await until(shelf.server.submitArrived(server.listOpen()[0]!))
  expect((await until(meetStored(shelf, recording, job))).kind).toBe('partly')
  expect(computer.stored.get(recording.recordingId)?.kept).toEqual([whole(1)])
})

test('an update of a page after a crash is newer than all updates of the crashed one', async () => {
  const { computer, shelf, until } = aDesk()
  const recording = await until(stored(shelf, 1))
  computer.nowMs = 5_000
  const opened = await until(takeFromShelf(shelf, recording.recordingId))
  if (typeof opened === 'string') throw new Error(opened)
  opened.startTake('audio/webm')
  opened.addPiece(aPiece(1))
  expect(opened.recording.version).toBeGreaterThanOrEqual(5_000)
  await until(opened.close())
})

test('sound that only this computer has belongs to the rest of the job, even if its page crashed before storing its last update', async () => {
  const { server, shelf, until, computer } = aDesk()
  const recording = await until(stored(shelf, 3))
  const cuts = [{ take: 0, startMs: 0, endMs: 86_400_000 }]
  server.begin({ ...toBegin(recording), version: 3, cuts })
  server.storeChunk(await aChunk(recording, 0, 0))
  const job = await until(shelf.server.submitArrived(server.listOpen()[0]!))
  expect((await until(meetStored(shelf, recording, job))).kind).toBe('partly')
  expect(computer.stored.get(recording.recordingId)?.kept).toEqual([{ take: 0, startMs: 1_000, endMs: null }])
})

test('a take whose beginning never arrived does not block the others that are sent from elsewhere', async () => {
  const { server, shelf, until } = aDesk()
  const recording = { ...newRecording(details), version: 2 }
  server.begin(toBegin(recording))
  server.storeChunk(await aChunk(recording, 0, 1))
  server.storeChunk(await aChunk(recording, 1, 0))
  const [one] = await until(listUnsent(shelf))
  if (one?.at !== 'server') throw new Error('It is not listed.')
  const job = await until(shelf.server.submitArrived(one.dictation))
  expect(job.takes).toMatchObject([
    { take: 0, chunks: 0 },
    { take: 1, chunks: 1 },
  ])
})

test('the server learns of another patient only after this computer has stored it, so that a crash cannot restore a different one', async () => {
  const { time, server, shelf, until } = aDesk()
  const recording = await until(stored(shelf, 1))
  const disk = Promise.withResolvers<void>()
  let isBusy = false
  const { save } = shelf.recordings
  const busy = {
    ...shelf,
    sleep: async () => time.turns(1_000),
    recordings: {
      ...shelf.recordings,
      save: async (...given: Parameters<typeof save>) => {
        if (isBusy) await disk.promise
        await save(...given)
      },
    },
  }
  const opened = await until(takeFromShelf(busy, recording.recordingId))
  if (typeof opened === 'string') throw new Error(opened)
  await time.pass(200)
  const told = () => server.listOpen().map(({ patientId }) => patientId)
  expect(told()).toEqual(['greta'])

  isBusy = true
  opened.changeDetails({ ...details, patient: { ...details.patient, pid: 'walter' } })
  await time.pass(200)
  expect(told()).toEqual(['greta'])
  disk.resolve()
  await time.pass(200)
  expect(told()).toEqual(['walter'])
  expect((await until(shelf.recordings.get(recording.recordingId)))?.details.patient.pid).toBe('walter')
  await until(opened.close())
})

test('a rest that is completely retracted stays as long as this can be undone', () => {
  const takes = [{ take: 1, mimeType: 'audio/webm', chunks: 2, sizeBytes: 2, durationMs: 2_000 }]
  const follows = { jobNumber: '000001', patientName: 'Greta', heldMs: 1_000, fromTake: 1 }
  const rest = { ...newRecording(details), takes, follows }
  expect(isWorthKeeping({ ...rest, before: [whole(1)] })).toBe(true)
  expect(isWorthKeeping(rest)).toBe(false)
})
