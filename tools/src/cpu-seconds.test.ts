import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CpuSeconds, readProcesses, type Sample, SecondsByFile, tableOf } from './cpu-seconds.ts'

const one = (pid: number, parent: number, name: string, own: number, reaped = 0, command = name): Sample => ({
  pid,
  parent,
  name,
  begun: '1',
  own,
  reaped,
  command,
})

test('CPU seconds are counted for a process and all its descendants, by step and kind, even after these ended; what ran before it was measured is the step installing', () => {
  const measured = new CpuSeconds(10)
  const vitest = 'node node_modules/.bin/vitest run --project server'
  measured.add([
    one(1, 0, 'init', 900),
    one(10, 1, 'bash', 1, 60),
    one(20, 10, 'MainThread', 5, 0, vitest),
    one(21, 20, 'MainThread', 40),
    one(22, 20, 'postgres', 1),
    one(23, 22, 'postgres', 7),
    one(90, 1, 'chrome', 500),
  ])
  // Here a worker and a connection have ended, the parent of the database has ended, and a sox of the worker ran
  // between two samples.
  measured.add([
    one(1, 0, 'init', 990),
    one(10, 1, 'bash', 1, 60),
    one(20, 10, 'MainThread', 6, 44),
    one(22, 1, 'postgres', 1, 9),
  ])
  // Here the run has ended, and a browser of a journey got the pid of its worker.
  measured.add([
    one(10, 1, 'bash', 2, 60 + 51),
    one(30, 10, 'MainThread', 3, 0, 'node playwright test --config e2e/playwright.config.ts'),
    { ...one(21, 30, 'headless_shell', 8), begun: '2' },
    one(22, 1, 'postgres', 1.4, 9),
  ])
  expect(Object.fromEntries(measured.sums)).toEqual({
    installing: { browser: 0, Node: 0, PostgreSQL: 0, other: 60 },
    'the rest': { browser: 0, Node: 0, PostgreSQL: 0, other: 2 + 1 },
    server: { browser: 0, Node: 6 + 40, PostgreSQL: 1.4 + 7 + 2, other: 4 },
    journeys: { browser: 8, Node: 3, PostgreSQL: 0, other: 0 },
  })
  expect(tableOf(measured.sums).split('\n').at(-1)).toMatch(/^all +8 +49 +10 +67 +134$/)
})

test('the running files share the CPU seconds of a step equally; between files none is charged', () => {
  const byFile = new SecondsByFile()
  const used = (Node: number) => new Map([['server', { browser: 0, Node, PostgreSQL: 1, other: 0 }]])
  byFile.add(used(1), () => [])
  byFile.add(used(11), () => ['a.test.ts', 'b.test.ts'])
  byFile.add(used(14), () => ['b.test.ts'])
  expect(byFile.lines).toEqual(['     8  server b.test.ts', '     5  server a.test.ts', '     2  server between files'])
})

test.runIf(existsSync('/proc/self/stat'))('a process finds itself and its parent', () => {
  const processes = readProcesses()
  const self = processes.find(({ pid }) => pid === process.pid)
  expect(self).toMatchObject({ parent: process.ppid, name: expect.stringMatching(/node|MainThread/i) })
  expect(self!.own).toBeGreaterThan(0)
})
