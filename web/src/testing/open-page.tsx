import { storeUser } from '@dictara/browser/session'
import type { UserType } from '@dictara/contract'
import type { Scope, StoredUser } from '@dictara/contract/identity'
import '@dictara/browser/theme.css'
import { darkTheme, lightTheme } from '../app/antd-theme.ts'
import { routes } from '../app/routes.tsx'
import { mountRoutes } from './in-web-app.tsx'
import { aUser } from './stored-user.fixtures.ts'

const scopes: Record<UserType, Scope[]> = {
  doctor: ['ROLE_DOCTOR'],
  transcriptionist: ['ROLE_TRANSCRIPTIONIST'],
  reviewer: ['ROLE_REVIEWER'],
  biller: ['ROLE_BILLER'],
  admin: ['ROLE_ADMIN'],
  clinicAdmin: ['ROLE_ADMIN', 'ROLE_CLINIC_ADMIN'],
  dictaraGod: [],
}

/** Returns a person of this type. `facts` override their fields. */
export const as = (userType: UserType, facts: Partial<StoredUser> = {}): StoredUser =>
  aUser({ userType, userPrivilege: 'NONE', scopes: scopes[userType], ...facts })

/**
 * The pages of the signed-in shell as the router defines them: with their guards, but without the shell around them.
 */
const pages = routes[0]!.children!.find(({ path }) => path === '/')!.children!

/** Opens a page by its address as this person, in the light or dark theme. */
export function openPage(address: string, user: StoredUser, look: 'light' | 'dark' = 'light') {
  storeUser(user)
  document.documentElement.lang = 'en'
  document.documentElement.dataset['theme'] = look
  return mountRoutes(
    [
      { path: '/', children: pages },
      { path: '*', element: <p>elsewhere</p> },
    ],
    address,
    look === 'dark' ? darkTheme : lightTheme,
  )
}
