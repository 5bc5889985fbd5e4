import { type CallSpec, shapes } from '@dictara/contract'
import { allCalls } from '@dictara/contract/all'
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

test('the server does not start with a contract row without a rule, or with a placeholder that means nothing in its example', () => {
  expect(problems({})).toEqual([])
  const body = z.object({ lines: z.array(z.object({ to: z.optional(shapes.id) })) })
  expect(problems({ body })).toEqual(['jobs.read says not what “lines.to” must belong to'])
  const query = z.object({ of: shapes.idList('clinic'), by: shapes.idOf('none') })
  expect(problems({ query })).toEqual(['jobs.read needs the scope rule “clinic” for “of”'])
  expect(problems({ example: { params: { id: '$jub' } } })).toEqual(['jobs.read has “$jub”, which stands for nothing'])
  expect(problems({ callers: 'public' })).toEqual(['jobs.read is public and has no limit'])
  expect(problems({ path: '/clinic/job/{jobId}' })).toEqual(['jobs.read does not declare “jobId” of its path'])
})

test('the server does not start when any kind of read of patient data has no audit event', () => {
  const result = z.object({ notes: z.array(z.object({ text: shapes.ofPatient(z.string()) })) })
  const reads: Record<string, Partial<CallSpec>> = {
    'one thing': {},
    'a list': { list: {} },
    'what stands beside the result': { result: z.string(), extra: z.object({ name: shapes.ofPatient(z.string()) }) },
    'what a person does': { person: true },
    'a list that is asked for by a body': { method: 'POST', readsBody: true, person: false },
    'a question in a body that a person asks': { method: 'POST', readsBody: true },
    'a question that a browser asks by itself': { method: 'POST', person: false },
    'a file': { kind: 'download' },
    'a file that is asked for by a body': { method: 'POST', kind: 'download' },
    'several steps': { kind: 'in-steps' },
  }
  for (const [what, read] of Object.entries(reads)) {
    const unseen = ['jobs.read answers what is of a patient, and has no audit event']
    expect(problems({ result, ...read }), what).toEqual(unseen)
    expect(problems({ result, ...read, audit: 'job.viewed' }), what).toEqual([])
    expect(problems({ ...read, result: z.string(), extra: z.object({}) }), what).toEqual([])
  }
  // A call that changes something has its own audit events.
  expect(problems({ result, method: 'PUT' })).toEqual([])
})

test('every streamed file is audited except the photos of people', () => {
  const files = Object.values(allCalls)
    .flatMap((rows) => Object.values<CallSpec>(rows))
    .filter(({ kind, audit }) => kind === 'download' && !audit)
  expect(files.map(({ path }) => path)).toEqual(['/clinic/user/{userId}/photo/{photo}'])
})
