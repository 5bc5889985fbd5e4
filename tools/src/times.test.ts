import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { times } from './times.ts'

afterEach(() => vi.unstubAllEnvs())

test('tests use their long counts only under ./test --long', () => {
  vi.stubEnv('LONG_TESTS', '')
  expect(times(3, 300)).toBe(3)
  vi.stubEnv('LONG_TESTS', '1')
  expect(times(3, 300)).toBe(300)
})

test.for([[['--fast']], [['long']], [['--long', '--long']]])('./test refuses %j and runs nothing', ([words]) => {
  const { status, stdout, stderr } = spawnSync(join(import.meta.dirname, '../../test'), words, { encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain('--long')
})
