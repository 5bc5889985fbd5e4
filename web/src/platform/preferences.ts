import { call, failureOf } from '@dictara/browser/call'
import { createListeners } from '@dictara/browser/listeners'
import { currentUser, onUserChange } from '@dictara/browser/session'
import { remember } from '@dictara/browser/storage'
import {
  defaultPreferences,
  densities,
  preferenceCalls,
  preferenceLimits as limits,
  type Preferences,
  rails,
} from '@dictara/contract/preferences'
import { useEffect, useSyncExternalStore } from 'react'
import { useUser } from './use-user.ts'

type Chosen = Partial<Preferences>

/** A person's preferences as this page knows them. `unsent` changes have no answer from the server yet and override `kept`. */
interface Known {
  readonly userId: string
  kept: Chosen
  unsent: Chosen
  shown: Preferences
  /** The server has answered since the page was loaded. */
  isFetched: boolean
  asking: Promise<void> | null
  failures: number
  timer: ReturnType<typeof setTimeout> | undefined
}

const restMs = 800
const retryMs = 2_000
const longestRetryMs = 60_000
const listeners = createListeners()
let known: Known | null = null

const cacheName = (userId: string) => `dictara.preferences.${userId}`

const isWithin =
  ([least, most]: readonly [number, number]) =>
  (value: unknown) =>
    typeof value === 'number' && value >= least && value <= most
const isShort = (value: unknown) => typeof value === 'string' && value.length <= limits.letters
function areKeys(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const entries = Object.entries(value)
  return entries.length <= limits.keys && entries.every(([name, key]) => name !== '' && isShort(name) && isShort(key))
}
const isFlag = (value: unknown) => typeof value === 'boolean'
const fits: Record<keyof Preferences, (value: unknown) => boolean> = {
  speed: isWithin(limits.speed),
  step: isWithin(limits.step),
  follow: isFlag,
  volume: isWithin(limits.volume),
  louder: isWithin(limits.louder),
  density: (value) => densities.some((one) => one === value),
  rail: (value) => rails.some((one) => one === value),
  panel: (value) => value === null || isShort(value),
  factsFolded: isFlag,
  autoNext: isFlag,
  noticesOutside: isFlag,
  keys: areKeys,
}
const names = Object.keys(fits) as (keyof Preferences)[]

/** The values that this version understands and the contract allows. Another version may have stored others in this browser. */
function understood(value: unknown): Chosen {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  return Object.fromEntries(names.filter((name) => fits[name](given[name])).map((name) => [name, given[name]]))
}

function cached(userId: string): { kept: Chosen; unsent: Chosen } {
  try {
    const read = JSON.parse(localStorage.getItem(cacheName(userId)) ?? '{}') as { kept?: unknown; unsent?: unknown }
    return { kept: understood(read?.kept), unsent: understood(read?.unsent) }
  } catch {
    return { kept: {}, unsent: {} }
  }
}

/** The preferences of the current person; null if nobody is signed in. */
function mine(): Known | null {
  const userId = currentUser()?.id
  if (known?.userId === userId) return known
  clearTimeout(known?.timer)
  known = null
  if (!userId) return null
  hearOfSignOut()
  const { kept, unsent } = cached(userId)
  const shown = { ...defaultPreferences, ...kept, ...unsent }
  return (known = { userId, kept, unsent, shown, isFetched: false, asking: null, failures: 0, timer: undefined })
}

function become(of: Known, { kept, unsent }: Pick<Known, 'kept' | 'unsent'>): void {
  Object.assign(of, { kept, unsent, shown: { ...defaultPreferences, ...kept, ...unsent } })
  listeners.tell()
}

function renew(of: Known, kept: Chosen, unsent: Chosen): void {
  if (known !== of || currentUser()?.id !== of.userId) return
  remember(cacheName(of.userId), JSON.stringify({ kept, unsent }))
  become(of, { kept, unsent })
}

const hasUnsent = ({ unsent }: Known) => Object.keys(unsent).length > 0
const without = (unsent: Chosen, sent: Chosen): Chosen =>
  Object.fromEntries(
    names.filter((name) => name in unsent && unsent[name] !== sent[name]).map((name) => [name, unsent[name]]),
  )

async function askOnce(of: Known): Promise<void> {
  const silent = { handler: false } as const
  const sent = of.unsent
  try {
    const { result } = hasUnsent(of)
      ? await call(preferenceCalls.savePreferences, { body: sent }, silent)
      : await call(preferenceCalls.getPreferences, {}, silent)
    of.isFetched = true
    renew(of, understood(result[0]), without(of.unsent, sent))
  } catch (error) {
    if (!hasUnsent(of) || failureOf(error)?.status !== 400) throw error
    // The server refused for good, e.g. an older server that knows fewer preferences. Fetch what it keeps next.
    of.unsent = without(of.unsent, sent)
    of.isFetched = false
    renew(of, of.kept, of.unsent)
  }
}

/** Whether a retry may help: the server did not answer, had an error, or had too many calls. */
function mayWorkLater(error: unknown): boolean {
  const failure = failureOf(error)
  return failure?.kind === 'unreachable' || failure?.kind === 'server' || failure?.status === 429
}

async function askUntilSettled(of: Known): Promise<void> {
  try {
    while (known === of && (hasUnsent(of) || !of.isFetched)) await askOnce(of)
    of.failures = 0
  } catch (error) {
    if (mayWorkLater(error) && known === of)
      of.timer = setTimeout(() => void settle(of), Math.min(retryMs * 2 ** of.failures++, longestRetryMs))
  }
  of.asking = null
}

/** Sends unsent changes and fetches what another device chose. Failures are not shown: the call is repeated. */
function settle(of: Known): Promise<void> {
  clearTimeout(of.timer)
  // The server keeps preferences with the person's clinic. Without a clinic, only this browser keeps them.
  if (!currentUser()?.clinicId) return Promise.resolve()
  // If there is nothing to fetch or send, do not set `asking`: no answer would come to clear it.
  if (of.isFetched && !hasUnsent(of)) return Promise.resolve()
  return (of.asking ??= askUntilSettled(of))
}

/** Changes preferences of the current person: shown at once, sent when they stop choosing. The last choice wins. */
export function changePreferences(change: Chosen): void {
  const of = mine()
  if (!of) return
  renew(of, of.kept, { ...of.unsent, ...change })
  clearTimeout(of.timer)
  of.timer = setTimeout(() => void settle(of), restMs)
}

/** Sends unsent changes now, e.g. before a sign-out, and waits only a moment for the answer. */
export async function sendPreferences(): Promise<void> {
  const of = mine()
  if (of && hasUnsent(of)) await Promise.race([settle(of), new Promise((late) => setTimeout(late, retryMs))])
}

/** Called on sign-out: forgets the preferences and stops sending. Signing out also clears what this browser stores. */
export function forgetPreferences(): void {
  clearTimeout(known?.timer)
  known = null
  listeners.tell()
}

let isHearing = false
/** Listens here, so that the sign-in page, which forgets the previous person, need not load the preferences. */
function hearOfSignOut(): void {
  if (isHearing) return
  isHearing = true
  onUserChange(() => {
    if (!currentUser()) forgetPreferences()
  })
}

/** The current person's preferences, for a key handler or a call; components use `usePreferences`. */
export const preferencesNow = (): Preferences => mine()?.shown ?? defaultPreferences

function listen(listener: () => void) {
  const stop = listeners.subscribe(listener)
  const fromOtherTab = ({ key }: StorageEvent) => {
    const of = mine()
    if (of && key === cacheName(of.userId)) become(of, cached(of.userId))
  }
  const again = () => {
    const of = mine()
    if (of) void settle(of)
  }
  window.addEventListener('storage', fromOtherTab)
  window.addEventListener('online', again)
  // Do not let the server's answer overwrite what another tab chose between this page's first render and this listener.
  const drawn = mine()
  if (drawn && !drawn.isFetched && !hasUnsent(drawn)) {
    const now = cached(drawn.userId)
    if (Object.keys(now.unsent).length > 0) become(drawn, now)
  }
  return () => {
    stop()
    window.removeEventListener('storage', fromOtherTab)
    window.removeEventListener('online', again)
  }
}

/**
 * The current person's preferences and a function that changes them (Q203). Values stored in this browser are available at once; the
 * server's values, e.g. a choice on another device, follow.
 */
export function usePreferences(): [Preferences, (change: Chosen) => void] {
  const userId = useUser()?.id
  const preferences = useSyncExternalStore(listen, preferencesNow)
  useEffect(() => {
    const of = mine()
    if (of && of.userId === userId && of.failures === 0) void settle(of)
  }, [userId])
  return [preferences, changePreferences]
}
