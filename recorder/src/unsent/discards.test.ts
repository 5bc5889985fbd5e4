import { newRecording } from '@dictara/browser/new-recording'
import { expect, test } from 'vitest'
import { openNew } from '../sending/shelf.ts'
import { memoryServer } from '../testing/model/memory-server.ts'
import { aComputer, shelfOf } from '../testing/model/model-computer.ts'
import { virtualTime } from '../testing/model/virtual-time.ts'
import { clearUp } from './clear-up.ts'
import { createDiscards } from './discards.ts'
import { listUnsent } from './unsent.ts'

const details = {
  facility: { facilityId: 'f', facilityName: 'Harbour' },
  patient: { pid: 'greta', firstName: 'Greta', lastName: '', birthDate: '1961-03-12', medicalRecordNumber: '1' },
  template: null,
  workType: null,
}

/** Records something that arrives on the server, and discards it. Nobody has restored it yet. */
async function discarded() {
  const time = virtualTime(() => 0)
  const server = memoryServer()
  const [here, elsewhere] = [aComputer(time, () => 0), aComputer(time, () => 0)]
  const tab = { isAlive: true }
  const shelf = shelfOf(server, here, tab)
  const recording = newRecording(details)
  await time.until(
    openNew(shelf, recording).then(async (opened) => {
      opened.startTake('audio/webm')
      opened.addPiece({ bytes: Uint8Array.of(1), durationMs: 1_000, peaks: [] })
      opened.endTake()
      while (opened.progress.phase !== 'up-to-date') await shelf.sleep!(1)
      await opened.close()
    }),
    'recording',
  )
  const discards = createDiscards(shelf, () => undefined, 2_000_000_000)
  const one = { at: 'here', recording, isHeld: false, isWhole: true } as const
  await time.until(discards.discard(one), 'discarding')
  return { time, server, here, elsewhere, tab, discards, recording }
}

test('a discarded recording is nowhere once its tab is closed, even before the time for Undo is over', async () => {
  const { time, server, here, elsewhere, tab, recording } = await discarded()
  tab.isAlive = false
  const there = shelfOf(server, elsewhere, { isAlive: true })
  expect(await time.until(listUnsent(there), 'listing elsewhere')).toEqual([])
  const next = shelfOf(server, here, { isAlive: true })
  await time.until(clearUp(next), 'clearing up')
  expect(await time.until(listUnsent(next), 'listing here')).toEqual([])
  expect(here.stored.has(recording.recordingId)).toBe(false)
})

test('Undo brings all of it back', async () => {
  const { time, here, discards, recording } = await discarded()
  await time.until(discards.undo(), 'undo')
  expect(here.stored.get(recording.recordingId)).toMatchObject({ discardedAt: null, takes: [{ chunks: 1 }] })
})
