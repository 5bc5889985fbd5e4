import { secondMs, secondOf, type World } from './world.ts'

export interface Verdict {
  lost: number[]
  doubled: number[]
  wrongPatient: string[]
  /** Retracted, known to the server as such, and in a job all the same. */
  retracted: number[]
  /** What the history was made of, to see that it says something. */
  told: Record<'seconds' | 'wanted' | 'maybe' | 'jobs' | 'rests' | 'elsewhere' | 'crashesWithin', number>
}

/** What every job holds, second by second, against what the person knows of each. */
export function verdictOf({ server, fates, retractions, wrongPatient, computers, counts }: World): Verdict {
  const heard = new Map<number, number>()
  const retracted: number[] = []
  let jobs = 0
  for (const [dictationId, { job, chunks, body }] of server.dictations) {
    if (!job) continue
    jobs += 1
    for (const { take, chunks: count } of job.takes) {
      for (let number = 0; number < count; number += 1) {
        const piece = chunks.get(`${take}/${number}`)
        if (!piece) continue
        const from = number * secondMs
        const cuts = job.cuts ?? [{ take, startMs: 0, endMs: Number.POSITIVE_INFINITY }]
        const times = cuts.filter((cut) => cut.take === take && from >= cut.startMs && from < cut.endMs).length
        const second = secondOf(piece.bytes)
        heard.set(second, (heard.get(second) ?? 0) + times)
        const said = retractions.get(second)
        const isKnown = said?.dictationId === dictationId && (body.version ?? 0) >= said.version
        if (times > 0 && isKnown && fates.get(second) === 'retracted') retracted.push(second)
      }
    }
  }
  const are = (wanted: string) => [...fates.values()].filter((fate) => fate === wanted).length
  return {
    lost: [...fates].filter(([second, fate]) => fate === 'wanted' && !heard.get(second)).map(([second]) => second),
    doubled: [...heard].filter(([, times]) => times > 1).map(([second]) => second),
    wrongPatient: [...wrongPatient],
    retracted,
    told: {
      seconds: fates.size,
      wanted: are('wanted'),
      maybe: are('maybe'),
      jobs,
      rests: computers.reduce((sum, { rests }) => sum + rests.size, 0),
      ...counts,
    },
  }
}
