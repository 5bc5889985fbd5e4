import { call, failureOf } from '@dictara/browser/call'
import { remember } from '@dictara/browser/storage'
import type { StoredUser } from '@dictara/contract/identity'
import { authors, type UserType } from '@dictara/contract/roles'
import { patientCalls } from '@dictara/contract/patients'
import { useQuery } from '@tanstack/react-query'

/** Whose access is checked with the server: reviewers and transcriptionists have no roster, billers always do (SHELL-33, SHELL-34). */
export const asksForRoster = ({ userType }: Pick<StoredUser, 'userType'>) =>
  (authors as readonly UserType[]).includes(userType)

const nameOf = (userId: string | undefined) => `dictara.roster.${userId}`

/** Fetches whether the person has access; a refusal means no. */
async function ask(signal: AbortSignal): Promise<boolean> {
  try {
    return (await call(patientCalls.checkRosterAccess, {}, { signal, handler: false })).success === true
  } catch (error) {
    if (failureOf(error)?.kind === 'refused') return false
    throw error
  }
}

/** Whether the sidebar shows the roster. False if the server cannot say; undefined, with the place reserved, until it answers. */
export function useRosterAccess(user: StoredUser | null): boolean | undefined {
  const isAsked = user !== null && asksForRoster(user)
  const access = useQuery({
    queryKey: ['roster-access', user?.id],
    queryFn: async ({ signal }) => {
      const has = await ask(signal)
      remember(nameOf(user?.id), has ? 'yes' : 'no')
      return has
    },
    // Start with the last known answer, so that the menu does not move on every page for a person without a roster.
    placeholderData: () => {
      const last = localStorage.getItem(nameOf(user?.id))
      return last === null ? undefined : last === 'yes'
    },
    enabled: isAsked,
    staleTime: 5 * 60_000,
    retry: false,
  })
  if (!isAsked) return user?.userType === 'biller'
  return access.isPending ? undefined : access.data === true
}
