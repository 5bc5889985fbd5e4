import { call } from '@dictara/browser/call'
import type { StoredUser } from '@dictara/contract/identity'
import { peopleCalls } from '@dictara/contract/people'
import { isManager } from '@dictara/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Choice } from './choices.ts'

const restMs = 150
const most = 5

/** What is searched for once somebody rests: each letter is not a question to the server. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text.trim()), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

const kinds = [
  [peopleCalls.listDoctors, 'doctors', 'Doctor'],
  [peopleCalls.listReviewers, 'reviewers', 'Reviewer'],
  [peopleCalls.listBillers, 'billers', 'Biller'],
] as const

/** People of every kind, for those who manage them; each leads to the list in which they stand. */
export const usePeopleFound = (user: StoredUser, search: string) =>
  useQuery({
    queryKey: ['palette', 'people', search],
    queryFn: async ({ signal }): Promise<Choice[]> => {
      const found = await Promise.all(
        kinds.map(async ([spec, slug, kind]) => {
          const query = { name: search, size: most, page: 0 }
          const { result } = await call(spec, { query }, { signal, handler: false })
          return result.map(({ id, fullName, email, userType }) => ({
            key: `person ${slug} ${id}`,
            label: fullName,
            more: `${userType === 'transcriptionist' ? 'Transcriptionist' : kind} · ${email}`,
            to: `/dashboard/${slug}?name=${encodeURIComponent(fullName)}`,
          }))
        }),
      )
      return found.flat().slice(0, most)
    },
    enabled: isManager(user) && search.length > 1,
  })
