import { newRecording } from '@dictara/browser/new-recording'
import { openRecording } from '@dictara/browser/open-recording'
import { expect, test } from 'vitest'
import { memoryServer } from '../testing/model/memory-server.ts'
import { aComputer, shelfOf } from '../testing/model/model-computer.ts'
import { virtualTime } from '../testing/model/virtual-time.ts'

const details = {
  facility: { facilityId: 'f', facilityName: 'Harbour' },
  patient: { pid: 'greta', firstName: 'Greta', lastName: '', birthDate: '1961-03-12', medicalRecordNumber: '1' },
  template: null,
  workType: null,
}
const job = { jobNumber: '000001', patientName: 'Greta' }
const aPiece = (byte: number) => ({ bytes: Uint8Array.of(byte), durationMs: 1_000, peaks: [] })

function aDesk() {
  const time = virtualTime(() => 0)
  const computer = aComputer(time, () => 0)
  const { recordings } = shelfOf(memoryServer(), computer, { isAlive: true })
  const open = openRecording(recordings, newRecording(details), { sleep: () => time.turn(), isNew: true })
  open.startTake('audio/webm')
  open.add(aPiece(1))
  open.endTake()
  return { time, computer, open, first: open.current }
}

test('words spoken while a recording is removed because of its job become a separate dictation', async () => {
  for (const before of [0, 1, 2, 3, 4]) {
    const { time, computer, open, first } = aDesk()
    if (before > 0) await time.until(open.stored(), 'storing')
    const forgotten = open.forget(job)
    await time.pass(before)
    open.startTake('audio/webm')
    open.add(aPiece(2))
    await time.until(forgotten, 'removing')
    await time.until(open.stored(), 'storing')
    const stored = computer.stored.get(first.recordingId)!
    expect(stored).toMatchObject({ follows: { jobNumber: '000001', fromTake: 1 }, kept: [{ take: 1 }] })
    expect(stored.dictationId).not.toBe(first.dictationId)
    expect(computer.pieces.get(`${first.recordingId}/1/0`)?.bytes).toEqual(Uint8Array.of(2))
  }
})

test('two pages that make the rest of one job, of which the first crashes, make one dictation', () => {
  const { computer, first } = aDesk()
  const { recordings } = shelfOf(memoryServer(), computer, { isAlive: true })
  const rests = [1, 2].map(() => {
    const open = openRecording(recordings, first)
    open.becomeRest([], job)
    return open.current.dictationId
  })
  expect(new Set(rests).size).toBe(1)
  expect(rests[0]).not.toBe(first.dictationId)
})
