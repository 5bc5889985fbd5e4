import { call } from '@dictara/browser/call'
import { currentUser, storeUser } from '@dictara/browser/session'
import { type Profile, profileCalls } from '@dictara/contract/profile'
import { useQuery } from '@tanstack/react-query'

/** Under which everything of one's own profile is kept. */
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

/** Header and other tabs show at once what a person has changed of themselves. */
export function keepOfUser(
  changed: Partial<Pick<Profile, 'firstName' | 'lastName' | 'fullName' | 'profilePic'>>,
): void {
  const user = currentUser()
  if (user) storeUser({ ...user, ...changed })
}
