import { currentUser } from '@dictara/browser/session'
import type { StoredUser } from '@dictara/contract/identity'
import { managers } from '@dictara/contract/roles'
import type { ComponentType } from 'react'
import { redirect, type RouteObject } from 'react-router'
import { arrived } from '../platform/arrived.ts'
import { homeOf, paths } from '../platform/paths.ts'
import { loadSiteConfig } from '../platform/site-config.ts'
import { RouteFailed } from './route-failed.tsx'

/** Shown while a part of the application loads. */
export const Waiting = () => <output>Loading …</output>

/** Roles, or a rule. */
type May = readonly string[] | ((user: StoredUser) => boolean)

/** Redirects people who are not signed in (AUTH-13) or have no access here (Q021), these to their home unless told otherwise. */
export function guarded(
  may: May = () => true,
  otherwise: (user: StoredUser) => string = homeOf,
): Pick<RouteObject, 'loader' | 'shouldRevalidate'> {
  const mayEnter = typeof may === 'function' ? may : (user: StoredUser) => may.includes(user.userType)
  const guard = () => {
    const user = currentUser()
    if (!user) return redirect('/login')
    if (user.mustEnrol) return redirect(paths.enrol)
    return mayEnter(user) ? null : redirect(otherwise(user))
  }
  // Skip the loader when a person who has access moves within a page, so that the next note is drawn at once.
  return { loader: guard, shouldRevalidate: () => guard() !== null }
}

type Load = () => Promise<ComponentType>

/** A page that is loaded when somebody who may enter opens it. */
export const page = (path: string, load: Load, may?: May, otherwise?: (user: StoredUser) => string): RouteObject => ({
  path,
  ...guarded(may, otherwise),
  HydrateFallback: Waiting,
  ErrorBoundary: RouteFailed,
  lazy: async () => ({ Component: await arrived(load()) }),
})

/** A page of facilities; who may not enter is led to the dashboard (FAC-13, Q087). */
export const facilityPage = (path: string, load: Load, may: May): RouteObject =>
  page(path, load, may, () => paths.dashboard)

/** A page of Billing; where payments are off, it leads home. If the server can't be asked, the page tells so itself. */
export function paymentPage(path: string, load: Load): RouteObject {
  const { loader, ...rest } = page(path, load, managers)
  const hasPayments = () =>
    loadSiteConfig().then(
      (site) => site.hasPayments,
      () => true,
    )
  return {
    ...rest,
    loader: async (args, context) => {
      const led = typeof loader === 'function' ? await loader(args, context) : null
      return led ?? ((await hasPayments()) ? null : redirect(paths.dashboard))
    },
  }
}

/** Whether a person adds and changes facilities. */
export const runsFacilities = (user: StoredUser) =>
  user.userType === 'clinicAdmin' || (user.userType === 'admin' && user.facilityAccessEnable)
