import { jobStatuses } from '@dictara/contract/job'
import { expect, test } from 'vitest'
import { type StagedJob, stageKeys, stageOf, stages } from './stages.ts'

const job = (facts: Partial<StagedJob>): StagedJob => ({ status: 'AVAILABLE', level: null, returned: false, ...facts })

test.each([
  [{ status: 'RECEIVED' }, 'converting', 'Converting'],
  [{ status: 'CONVERTING', progress: 0.404 }, 'converting', 'Converting 40 %'],
  [{ status: 'CONVERTING', progress: null }, 'converting', 'Converting'],
  [{ status: 'AVAILABLE' }, 'toType', 'To type'],
  [{ status: 'IN_PROGRESS' }, 'typing', 'Typing'],
  [{ status: 'IN_PROGRESS', returned: true }, 'returned', 'Returned'],
  [{ status: 'AVAILABLE', returned: true }, 'returned', 'Returned'],
  [{ status: 'READY', level: 'LEVEL_1' }, 'review1', 'Review 1'],
  [{ status: 'IN_REVIEW', level: 'LEVEL_1' }, 'review1', 'Review 1'],
  [{ status: 'READY', level: 'LEVEL_2' }, 'review2', 'Review 2'],
  [{ status: 'WRITING' }, 'filing', 'Filing'],
  [{ status: 'INCOMPLETE' }, 'failed', 'Failed'],
  [{ status: 'COMPLETED' }, 'filed', 'Filed'],
  [{ status: 'COMPLETED', staysHere: true }, 'completed', 'Completed'],
  [{ status: 'BILLED' }, 'billed', 'Billed'],
  [{ status: 'STRUCK_OUT' }, 'struckOut', 'Struck out'],
] as const)('a job with %o is at the stage %s, labelled “%s”', (facts, key, label) => {
  expect(stageOf(job(facts))).toMatchObject({ key, label, isStruckOut: key === 'struckOut' })
})

test('every status has a stage, and every stage a status', () => {
  const reached = jobStatuses.flatMap((status) =>
    ([null, 'LEVEL_1', 'LEVEL_2'] as const).flatMap((level) =>
      [true, false].map((is) => stageOf(job({ status, level, returned: is, staysHere: is })).key),
    ),
  )
  expect(new Set(reached)).toEqual(new Set(stageKeys))
})

test('each stage has its own word and its own icon, so that no meaning depends on colour', () => {
  const looks = Object.values(stages)
  expect(new Set(looks.map(({ word }) => word)).size).toBe(looks.length)
  expect(new Set(looks.map(({ icon }) => icon)).size).toBe(looks.length)
})

test('a review says whether it waits, and which of how many reviews it is', () => {
  const says = (facts: Partial<StagedJob>) => stageOf(job({ level: 'LEVEL_1', ...facts })).meaning
  expect(says({ status: 'READY', levels: 2 })).toBe('It waits for the first of two reviews.')
  expect(says({ status: 'IN_REVIEW', levels: 1 })).toBe('Somebody works on its only review.')
  expect(says({ status: 'IN_REVIEW', level: 'LEVEL_2', levels: null })).toBe('Somebody works on the second review.')
})
