import { expect, test } from 'vitest'
import { aJobRow } from '../../testing/job.fixtures.ts'
import { trackOf } from './track.ts'

const told = (facts: Parameters<typeof aJobRow>[0]) =>
  trackOf(aJobRow(facts)).map(({ step, state, person }) => [step, state, person].filter(Boolean).join(' '))

test('the track of a job has a step for each review level, and marks the current step', () => {
  expect(told({ status: 'CONVERTING' })).toEqual(['HEARD now', 'TYPING to-come', 'FILED to-come'])
  expect(told({ status: 'IN_PROGRESS', heldBy: { id: 'x', fullName: 'Tamara Novak' } })).toEqual([
    'HEARD done',
    'TYPING now Tamara Novak',
    'FILED to-come',
  ])
  const reviewed = { transcribedBy: { id: 'x', fullName: 'Tamara Novak' }, levels: 2 }
  expect(
    told({
      ...reviewed,
      status: 'READY',
      level: 'LEVEL_2',
      reviewedBy: [{ id: 'y', fullName: 'Ruth Amsel', level: 'LEVEL_1' }],
    }),
  ).toEqual(['HEARD done', 'TYPING done Tamara Novak', 'REVIEW_1 done Ruth Amsel', 'REVIEW_2 now', 'FILED to-come'])
  expect(told({ status: 'COMPLETED', levels: 0 })).toEqual(['HEARD done', 'TYPING done', 'FILED done'])
})

test('a failed job is shown at the step that failed', () => {
  expect(told({ status: 'INCOMPLETE', failStage: 'CONVERSION' })[0]).toBe('HEARD now')
  expect(told({ status: 'INCOMPLETE', failStage: 'EHR_WRITE', levels: 1 })).toEqual([
    'HEARD done',
    'TYPING done',
    'REVIEW_1 done',
    'FILED now',
  ])
})
