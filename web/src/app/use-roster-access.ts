import { call } from '@dictara/browser/call'
import type { StoredUser } from '@dictara/contract/identity'
import { authors, type UserType } from '@dictara/contract/roles'
import { patientCalls } from '@dictara/contract/patients'
import { useQuery } from '@tanstack/react-query'

/** Who is asked at all: reviewers and transcriptionists have no roster, billers always do (SHELL-33, SHELL-34). */
export const asksForRoster = ({ userType }: Pick<StoredUser, 'userType'>) =>
  (authors as readonly UserType[]).includes(userType)

/** Whether the sidebar shows the roster; hidden when the server cannot say so, and undefined, at its place, until it does. */
export function useRosterAccess(user: StoredUser | null): boolean | undefined {
  const isAsked = user !== null && asksForRoster(user)
  const access = useQuery({
    queryKey: ['roster-access', user?.id],
    queryFn: async ({ signal }) =>
      (await call(patientCalls.checkRosterAccess, {}, { signal, handler: false })).success === true,
    enabled: isAsked,
    staleTime: 5 * 60_000,
    retry: false,
  })
  if (!isAsked) return user?.userType === 'biller'
  return access.isPending ? undefined : access.data === true
}
