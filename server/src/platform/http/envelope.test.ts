import { jobListCalls } from '@dictara/contract/job-lists'
import { expect, test } from 'vitest'
import { envelopeOf } from './envelope.ts'

test('an answer without its own message says "Success" [ERR-18]', () => {
  expect(envelopeOf(jobListCalls.saveMyJobsFilter, {})).toEqual({ success: true, message: 'Success', result: [] })
  const message = 'Configured Job Filters'
  expect(envelopeOf(jobListCalls.saveMyJobsFilter, { message })).toMatchObject({ message })
})
