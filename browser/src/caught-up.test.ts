import { expect, test } from 'vitest'
import { caughtUp } from './caught-up.ts'
import { newRecording } from './new-recording.ts'
import type { Recording } from './recordings.ts'

const details = {
  facility: { facilityId: 'f', facilityName: 'Harbour' },
  patient: { pid: 'greta', firstName: 'Greta', lastName: '', birthDate: '1961-03-12', medicalRecordNumber: '1' },
  template: null,
  workType: null,
}
const whole = (take: number) => ({ take, startMs: 0, endMs: null })
const ofSeconds = (take: number, seconds: number) => ({
  take,
  mimeType: 'audio/webm',
  chunks: seconds,
  sizeBytes: seconds,
  durationMs: seconds * 1_000,
})
const aRecording = (more: Partial<Recording>): Recording => ({ ...newRecording(details), ...more })

test('speech that is already in the job is not kept again if a crashed page had reported more of the rest', () => {
  const follows = { jobNumber: '000001', patientName: 'Greta', heldMs: 1_000, fromTake: 1 }
  const rest = aRecording({ takes: [ofSeconds(0, 2), ofSeconds(1, 2)], kept: [whole(1)], follows })
  const next = caughtUp(rest, {
    version: 2,
    cuts: null,
    takes: [
      { take: 1, received: [[0, 1]], durationMs: 2_000 },
      { take: 2, received: [[0, 0]], durationMs: 1_000 },
    ],
  })!
  expect(next.kept).toEqual([whole(1), whole(2)])
})

test('words that a page retracted before it crashed stay retracted, and can be restored', () => {
  const recording = aRecording({ takes: [ofSeconds(0, 3)], kept: [whole(0)], version: 2 })
  const cuts = [
    { take: 0, startMs: 0, endMs: 1_000 },
    { take: 1, startMs: 0, endMs: 86_400_000 },
  ]
  const next = caughtUp(recording, { version: 3, cuts, takes: [{ take: 0, received: [[0, 2]], durationMs: 3_000 }] })!
  expect(next.kept).toEqual([{ take: 0, startMs: 0, endMs: 1_000 }])
  expect(next.before).toEqual([whole(0)])
})
