import { idAfter } from '@dictara/contract/new-id'
import { secondMs, secondOf, type World } from './world.ts'

export interface Verdict {
  lost: number[]
  doubled: number[]
  wrongPatient: string[]
  /** Seconds that the server knows as retracted, but that are still in their job or in the job of their rest. */
  retracted: number[]
  /** Counts that show that the history tested something. */
  told: Record<'seconds' | 'wanted' | 'gone' | 'maybe' | 'jobs' | 'rests' | 'elsewhere' | 'crashesWithin', number>
}

/** Compares every second of each job with its fate. */
export function verdictOf({ server, fates, toldRetracted, wrongPatient, computers, counts }: World): Verdict {
  const heard = new Map<number, number>()
  const retracted: number[] = []
  let jobs = 0
  const restOf = new Map([...server.dictations.keys()].map((dictationId) => [idAfter(dictationId), dictationId]))
  const isTold = (dictationId: string | undefined, second: number): boolean =>
    dictationId !== undefined &&
    (toldRetracted.has(`${dictationId}/${second}`) || isTold(restOf.get(dictationId), second))
  for (const [dictationId, { job, chunks }] of server.dictations) {
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
        if (times > 0 && fates.get(second) === 'retracted' && isTold(dictationId, second)) retracted.push(second)
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
      gone: are('gone'),
      maybe: are('maybe'),
      jobs,
      rests: computers.reduce((sum, { rests }) => sum + rests.size, 0),
      ...counts,
    },
  }
}
