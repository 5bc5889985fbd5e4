import { createListeners } from '@dictara/browser/listeners'
import type { Notification as Told } from '@dictara/contract/notifications'
import { useSyncExternalStore } from 'react'
import { preferencesNow, usePreferences } from './preferences.ts'

/** Whether this browser lets Dictara tell something outside its window; `impossible` where it has no such thing. */
type Allowance = NotificationPermission | 'impossible'

const allowanceNow = (): Allowance =>
  isSecureContext && 'Notification' in window ? Notification.permission : 'impossible'

const listeners = createListeners()

/** Hears of what the person allows, also of what they change in the settings of the browser. */
function onAllowanceChange(listener: () => void): () => void {
  const stop = listeners.subscribe(listener)
  let status: PermissionStatus | undefined
  let isOver = false
  void navigator.permissions
    ?.query({ name: 'notifications' })
    .then((found) => {
      if (isOver) return
      status = found
      status.addEventListener('change', listener)
    })
    .catch(() => {})
  return () => {
    isOver = true
    status?.removeEventListener('change', listener)
    stop()
  }
}

/** Has the browser ask the person, who has just pressed for it: it asks nobody unasked. */
async function askForAllowance(): Promise<Allowance> {
  if (allowanceNow() === 'default') await Notification.requestPermission()
  listeners.tell()
  return allowanceNow()
}

/** Whether the person of now is told outside the window of this browser, and how they choose it (Q203). */
export function useOutsideChoice() {
  const [{ noticesOutside }, change] = usePreferences()
  const allowance = useSyncExternalStore(onAllowanceChange, allowanceNow)
  return {
    allowance,
    isOn: noticesOutside && allowance === 'granted',
    // A browser that does not allow it ends nothing of what another one of theirs shows.
    onTurnOn: async () => {
      if ((await askForAllowance()) === 'granted') change({ noticesOutside: true })
    },
    onTurnOff: () => change({ noticesOutside: false }),
  }
}

/** Held by each tab of Dictara that somebody can see. */
const inSight = 'dictara-in-sight'
/** Within this time the other tabs have heard of it as well. */
const othersHearWithinMs = 10_000
const shownHere = new Set<string>()

/** Says of this tab whether it can be seen, for the other tabs of this browser. */
export function watchSight(): () => void {
  if (!isSecureContext) return () => {}
  let leave: (() => void) | undefined
  const look = () => {
    const isSeen = document.visibilityState === 'visible'
    if (!isSeen) leave?.()
    if (isSeen === Boolean(leave)) return
    leave = undefined
    if (!isSeen) return
    const { promise, resolve } = Promise.withResolvers<void>()
    leave = resolve
    void navigator.locks.request(inSight, { mode: 'shared' }, () => promise)
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    leave?.()
  }
}

async function isAnyInSight(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === inSight)
}

/** In the words of the bell, which name no patient. Under its tag the computer shows it once, whoever else shows it. */
function show(told: Told, choose: (told: Told) => void) {
  const notice = new Notification('Dictara', {
    body: `${told.body}\n${told.facilities.facilityName}`,
    tag: told.id,
    icon: '/icon.svg',
  })
  notice.addEventListener('click', () => {
    notice.close()
    window.focus()
    choose(told)
  })
}

/**
 * Tells something outside the window, to who wants it and allows it, when no tab of Dictara is in sight; of several tabs
 * one does.
 * @param choose what a click leads to
 */
export function tellOutside(told: Told, choose: (told: Told) => void): void {
  const isWanted = preferencesNow().noticesOutside && allowanceNow() === 'granted'
  if (!isWanted || told.readStatus || document.visibilityState === 'visible' || shownHere.has(told.id)) return
  shownHere.add(told.id)
  void navigator.locks
    .request(`dictara-told ${told.id}`, { ifAvailable: true }, async (mine) => {
      if (!mine || (await isAnyInSight())) return
      show(told, choose)
      await new Promise((later) => setTimeout(later, othersHearWithinMs))
    })
    // A browser that says yes and cannot, as on some phones.
    .catch(() => {})
}
