import { call } from '@dictara/browser/call'
import { currentUser, storeUser } from '@dictara/browser/session'
import { type Profile, profileCalls } from '@dictara/contract/profile'
import { useQuery } from '@tanstack/react-query'

/** The query key of all data of one's own profile. */
export const profileKey = ['profile'] as const

export const useProfile = () =>
  useQuery({
    queryKey: [...profileKey, 'details'],
    queryFn: async ({ signal }) => (await call(profileCalls.getProfile, {}, { signal, handler: 'page' })).result[0]!,
  })

export const useFlags = () =>
  useQuery({
    queryKey: [...profileKey, 'flags'],
    queryFn: async ({ signal }) =>
      (await call(profileCalls.getNotificationConfig, {}, { signal, handler: 'page' })).result[0]!,
  })

/** Shows a person's changes to their own data at once in the header and other tabs. */
export function keepOfUser(
  changed: Partial<Pick<Profile, 'firstName' | 'lastName' | 'fullName' | 'profilePic'>>,
): void {
  const user = currentUser()
  if (user) storeUser({ ...user, ...changed })
}
