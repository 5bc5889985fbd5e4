import { expect, test } from 'vitest'
import { times } from '../../../tools/src/times.ts'
import { soak } from './soak.ts'

test('people keep working while something breaks every few seconds, and nothing is lost, duplicated or cut short', async () => {
  const seed = Date.now() % 100_000
  const report = await soak({ seconds: times(15, 30), seed, say: () => {} })
  process.stdout.write(`soak, seed ${seed}: ${JSON.stringify(report)}\n`)
  expect(report, `seed ${seed}`).toMatchObject({ lost: 0, doubled: 0, shortened: 0, changed: 0, oddAnswers: {} })
  expect(report.acknowledgedJobs).toBeGreaterThan(0)
}, 400_000)
