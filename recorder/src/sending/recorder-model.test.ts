import { describe, expect, test } from 'vitest'
import { plants } from '../testing/model/planted-faults.ts'
import { isFailure, type Outcomes, runHistories } from '../testing/model/run-histories.ts'
import { times } from '../../../tools/src/times.ts'

const count = Number(process.env['DICTARA_HISTORIES'] ?? times(40, 300))
const first = Number(process.env['DICTARA_SEED'] ?? 1)
const steps = Number(process.env['DICTARA_STEPS'] ?? 80)

/** Adds up what the histories contained and what went wrong in them. */
function sumOf(outcomes: Outcomes): Record<string, number> {
  const sum: Record<string, number> = { lost: 0, doubled: 0, wrongPatient: 0, retracted: 0 }
  for (const outcome of outcomes.values()) {
    if ('error' in outcome) continue
    for (const name of ['lost', 'doubled', 'wrongPatient', 'retracted'] as const) sum[name]! += outcome[name].length
    for (const [name, some] of Object.entries(outcome.told)) sum[name] = (sum[name] ?? 0) + some
  }
  return sum
}

describe('random histories of two computers with two tabs each', () => {
  test('lose no spoken second, double none, and bring none under another patient [QA-13, QA-14, QA-22]', {
    timeout: Math.max(300_000, count * 1_000),
  }, async () => {
    const outcomes = await runHistories({ first, count, steps })
    const sum = sumOf(outcomes)
    const unjudged = ((100 * sum['maybe']!) / sum['seconds']!).toFixed(1)
    // oxlint-disable-next-line no-console -- the figures that were asked for
    console.log(`${outcomes.size} histories of ${steps} steps: ${JSON.stringify(sum)}, not judged: ${unjudged} %`)
    expect([...outcomes].filter(([, outcome]) => isFailure(outcome))).toEqual([])
    expect(outcomes.size).toBe(count)
  })

  test.for(Object.entries(plants))('reveal the fault when %s', { timeout: 300_000 }, async ([plant, { seed }]) => {
    const outcomes = await runHistories({ first: times(seed, 1), count: 3_000, steps, plant, untilFound: true })
    expect([...outcomes.values()].some((outcome) => !('error' in outcome) && isFailure(outcome))).toBe(true)
  })

  test('are determined by their seeds', { timeout: 120_000 }, async () => {
    const wanted = { first: 5, count: times(2, 6), steps }
    expect(await runHistories(wanted)).toEqual(await runHistories(wanted))
  })
})
