import { expect, test } from 'vitest'
import { soak } from './soak.ts'

test('people work on for half a minute in which something breaks every few seconds, and nothing is lost, doubled or cut short', async () => {
  const seed = Date.now() % 100_000
  const report = await soak({ seconds: 30, seed, say: () => {} })
  process.stdout.write(`soak, seed ${seed}: ${JSON.stringify(report)}\n`)
  expect(report, `seed ${seed}`).toMatchObject({ lost: 0, doubled: 0, shortened: 0, changed: 0, oddAnswers: {} })
  expect(report.acknowledgedJobs).toBeGreaterThan(0)
}, 400_000)
