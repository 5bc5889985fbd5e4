import { type CallSpec, shapes } from '@dictara/contract'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { problemsOfCall } from './assembly.ts'

const aCall: CallSpec = {
  method: 'GET',
  path: '/clinic/job/{id}',
  summary: 'Reads one job.',
  callers: ['doctor'],
  params: z.object({ id: shapes.idOf('job') }),
  result: z.string(),
  example: { params: { id: '$job' } },
}
const problems = (more: Partial<CallSpec>) =>
  problemsOfCall('jobs.read', { ...aCall, ...more }, { job: async () => true })

test('a row that lacks a rule, or whose example names what stands for nothing, keeps the server from starting', () => {
  expect(problems({})).toEqual([])
  const body = z.object({ lines: z.array(z.object({ to: z.optional(shapes.id) })) })
  expect(problems({ body })).toEqual(['jobs.read says not what “lines.to” must belong to'])
  const query = z.object({ of: shapes.idList('clinic'), by: shapes.idOf('none') })
  expect(problems({ query })).toEqual(['jobs.read needs the scope rule “clinic” for “of”'])
  expect(problems({ example: { params: { id: '$jub' } } })).toEqual(['jobs.read has “$jub”, which stands for nothing'])
  expect(problems({ callers: 'public' })).toEqual(['jobs.read is public and has no limit'])
  const result = z.object({ notes: z.array(z.object({ text: shapes.ofPatient(z.string()) })) })
  expect(problems({ result })).toEqual(['jobs.read answers what is of a patient, and has no audit event'])
  expect(problems({ result, audit: 'job.viewed' })).toEqual([])
  expect(problems({ path: '/clinic/job/{jobId}' })).toEqual(['jobs.read does not declare “jobId” of its path'])
})
