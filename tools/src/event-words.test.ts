import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CallSpec } from '@dictara/contract'
import { allCalls } from '@dictara/contract/all'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const textOf = (path: string) => readFileSync(resolve(root, path), 'utf8')
const matches = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, found]) => found!)

/** Returns the audit events of those calls of the contract that concern a job or a patient. */
const ofCalls = () =>
  Object.values(allCalls)
    .flatMap((rows) => Object.values<CallSpec>(rows))
    .filter(({ example }) => /"\$(job|patient)"/.test(JSON.stringify(example)))
    .flatMap(({ audit }) => audit ?? [])

/** Returns the events of the moves of a job, and the other events that carry the id of a job. */
const ofJobs = () => [
  ...matches(
    textOf('server/src/features/jobs/job-states.ts').split('export const deeds')[0]!,
    /^ {2}(\w+): \{\s+no:/gm,
  ).map((name) => `job.${name}`),
  ...globSync('server/src/features/**/*.ts', { cwd: root, exclude: (path) => path.endsWith('.test.ts') })
    .flatMap((path) => matches(textOf(path), /\baudit\(\{([^}]*\bjobId\b[^}]*)/g))
    .flatMap((facts) => matches(facts, /'([\w-]+\.[\w-]+)'/g)),
]

test('every event that can appear in a timeline or among the looks at a patient has a text for people', () => {
  const known = new Set(matches(textOf('contract/src/features/audit-words.ts'), /^ {2}'([\w-]+\.[\w-]+)': '/gm))
  const [jobs, calls] = [new Set(ofJobs()), new Set(ofCalls())]
  expect([...jobs, ...calls].filter((event) => !known.has(event))).toEqual([])
  expect(jobs.size).toBeGreaterThan(35)
  expect(calls.size).toBeGreaterThan(20)
})
