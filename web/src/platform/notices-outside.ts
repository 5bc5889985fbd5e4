import { createListeners } from '@dictara/browser/listeners'
import type { Notification as Told } from '@dictara/contract/notifications'
import { useSyncExternalStore } from 'react'
import { preferencesNow, usePreferences } from './preferences.ts'

/** Whether this browser lets Dictara show notifications outside its window; `impossible` if the browser has none. */
type Allowance = NotificationPermission | 'impossible'

const allowanceNow = (): Allowance =>
  isSecureContext && 'Notification' in window ? Notification.permission : 'impossible'

const listeners = createListeners()

/** Reports changes of the permission, including those made in the browser's settings. */
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

/** Makes the browser ask the person for permission. Call it only after a press: the browser does not ask otherwise. */
async function askForAllowance(): Promise<Allowance> {
  if (allowanceNow() === 'default') await Notification.requestPermission()
  listeners.tell()
  return allowanceNow()
}

/** Whether the current person gets notifications outside the window of this browser, and how to change that (Q203). */
export function useOutsideChoice() {
  const [{ noticesOutside }, change] = usePreferences()
  const allowance = useSyncExternalStore(onAllowanceChange, allowanceNow)
  return {
    allowance,
    isOn: noticesOutside && allowance === 'granted',
    // If this browser does not allow notifications, the person's other browsers still show them.
    onTurnOn: async () => {
      if ((await askForAllowance()) === 'granted') change({ noticesOutside: true })
    },
    onTurnOff: () => change({ noticesOutside: false }),
  }
}

/** The lock held by each visible tab of Dictara. */
const inSight = 'dictara-in-sight'
/** The other tabs have received the notification within this time as well. */
const othersHearWithinMs = 10_000
const shownHere = new Set<string>()

/** Tells the other tabs of this browser whether this tab is visible. */
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

/** Uses the words of the bell, which name no patient. The tag makes the computer show it only once, even if other tabs show it too. */
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
 * Shows a notification outside the window if the person wants and allows it and no tab of Dictara is visible. Only one of several tabs
 * shows it.
 * @param choose called on a click
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
    // Some browsers, e.g. on some phones, allow notifications but cannot show them.
    .catch(() => {})
}
