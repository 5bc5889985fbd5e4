import { expect, test } from 'vitest'
import { runHistory, type Verdict } from '../testing/history.ts'

const count = Number(process.env['DICTARA_HISTORIES'] ?? 300)
const first = Number(process.env['DICTARA_SEED'] ?? 1)

test('in no history of two computers with two tabs each is a spoken second lost, doubled or under another patient [QA-13, QA-14, QA-22]', {
  timeout: count * 1_000,
}, async () => {
  const failures: { seed: number; verdict: Verdict }[] = []
  const sum = { lost: 0, doubled: 0, wrongPatient: 0, wanted: 0, jobs: 0, rests: 0 }
  for (let seed = first; seed < first + count; seed += 1) {
    const verdict = await runHistory(seed, 60)
    for (const name of ['wanted', 'jobs', 'rests'] as const) sum[name] += verdict.told[name]
    sum.lost += verdict.lost.length
    sum.doubled += verdict.doubled.length
    sum.wrongPatient += verdict.wrongPatient.length
    if (verdict.lost.length + verdict.doubled.length + verdict.wrongPatient.length > 0) failures.push({ seed, verdict })
  }
  // oxlint-disable-next-line no-console -- the figures that were asked for
  console.log(
    `histories: ${count}, lost ${sum.lost}, doubled ${sum.doubled}, wrong patient ${sum.wrongPatient}; ` +
      `of ${sum.wanted} seconds in ${sum.jobs} jobs, ${sum.rests} of them the rest of another`,
  )
  expect(failures).toEqual([])
})
