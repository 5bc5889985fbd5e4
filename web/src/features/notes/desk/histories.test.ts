import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { times } from '../../../../../tools/src/times.ts'
import type { Fault } from '../testing/history-server.ts'
import { playHistory } from '../testing/history.ts'

const histories = Number(process.env['DICTARA_HISTORIES'] ?? times(50, 300))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('with two computers and two tabs each, no typed word is lost or doubled in any history', {
  timeout: 3_600_000,
}, async () => {
  const found = { lost: [] as string[], doubled: [] as string[], stuck: [] as string[] }
  for (let seed = 1; seed <= histories; seed += 1) {
    const ended = await playHistory(seed)
    for (const kind of ['lost', 'doubled', 'stuck'] as const)
      found[kind].push(...ended[kind].map((what) => `${what} of history ${seed}`))
  }
  process.stdout.write(`histories: ${histories}, lost ${found.lost.length}, doubled ${found.doubled.length}\n`)
  expect(found).toEqual({ lost: [], doubled: [], stuck: [] })
})

const faults: Fault[] = ['one draft for all tabs', 'any answer ends the draft', 'late writes win']
test.each(faults)('300 histories find the planted fault “%s”', { timeout: 600_000 }, async (fault) => {
  let worst = 0
  for (let seed = 1; seed <= 300 && worst === 0; seed += 1) {
    const { lost, doubled } = await playHistory(seed, fault)
    worst = lost.length + doubled.length
  }
  expect(worst).toBeGreaterThan(0)
})
