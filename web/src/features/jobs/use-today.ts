import { ageText } from '@dictara/browser/moments'
import { call } from '@dictara/browser/call'
import { jobCalls, type TodaysWork } from '@dictara/contract/jobs'
import { useQuery } from '@tanstack/react-query'
import { jobQueries } from '../../platform/query-client.ts'

/** A person's work today in words: "14 jobs, 612 lines today; the oldest waited 42 min"; empty if there was none. */
export function didToday(today: TodaysWork | null | undefined): string {
  if (!today || today.jobs === 0) return ''
  const many = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`
  const did = `${many(today.jobs, 'job')}, ${many(Math.round(today.lines), 'line')} today`
  const { longestWaitSeconds: waited } = today
  return waited === null ? did : `${did}; the oldest waited ${ageText(waited * 1000)}`
}

/**
 * The person's work today, including lines, and the number of jobs that wait for them (Q205). Fetched once wanted; a failure shows nothing.
 */
export const useToday = (isWanted = true) =>
  useQuery({
    queryKey: [...jobQueries, 'today'],
    queryFn: async ({ signal }) => (await call(jobCalls.getToday, {}, { handler: false, signal })).result[0] ?? null,
    enabled: isWanted,
    staleTime: 60_000,
  })
