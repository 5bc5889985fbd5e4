import { failureOf } from '@dictara/browser/call'
import { createListeners } from '@dictara/browser/listeners'
import { currentUser } from '@dictara/browser/session'
import { nameOfItem } from '@dictara/contract/collection'
import type { QueryKey } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { registerUnsentCalls } from '../../platform/unsent-calls.ts'

/** An item that its person wants to delete. */
export interface Deletion {
  id: string
  /** The kind of the item. */
  kind: QueryKey
  name: string
  send: (keepalive: boolean) => Promise<unknown>
  /** Called when the result is known; waits for the lists to be loaded again. */
  onAnswer: () => Promise<unknown>
}
export type Deleting = Deletion &
  ({ state: 'waits'; sendAt: number } | { state: 'sending' } | { state: 'refused'; words: string })

/** How long a deletion can be undone: the server is called after that. */
export const undoMs = 10_000

const listeners = createListeners()
const none: readonly Deleting[] = []
let deletions = none
/** The user of these deletions. */
let userId: string | undefined
const timers = new Map<string, ReturnType<typeof setTimeout>>()
/** Deletions whose calls are in flight. */
const underWay = new Map<string, Promise<void>>()
let stop: (() => void) | undefined

const mine = (): readonly Deleting[] => (userId === currentUser()?.id ? deletions : none)
const isOwing = ({ state }: Deleting) => state !== 'refused'

/** Sends waiting deletions before the page or session ends. */
function listen(): () => void {
  const leave = () => void sendAll(true)
  window.addEventListener('pagehide', leave)
  const oweNoMore = registerUnsentCalls(() => sendAll())
  return () => {
    window.removeEventListener('pagehide', leave)
    oweNoMore()
  }
}

function become(next: readonly Deleting[]): void {
  deletions = next
  if (deletions.some(isOwing)) stop ??= listen()
  else {
    stop?.()
    stop = undefined
  }
  listeners.tell()
}
const without = (id: string) => deletions.filter((one) => one.id !== id)

const sendAll = (keepalive = false) =>
  Promise.all(deletions.filter(({ state }) => state === 'waits').map((one) => send(one, keepalive)))

function send(deletion: Deletion, keepalive = false): Promise<void> {
  const answered = tell(deletion, keepalive).finally(() => underWay.delete(deletion.id))
  underWay.set(deletion.id, answered)
  return answered
}

async function tell({ id, kind, name, send: sendIt, onAnswer }: Deletion, keepalive: boolean): Promise<void> {
  clearTimeout(timers.get(id))
  const deletion: Deletion = { id, kind, name, send: sendIt, onAnswer }
  become([...without(id), { ...deletion, state: 'sending' }])
  let words: string | undefined
  try {
    await sendIt(keepalive)
  } catch (error) {
    words = failureOf(error)?.message
    if (words === undefined) {
      become(without(id))
      throw error
    }
  }
  if (words !== undefined) become([...without(id), { ...deletion, state: 'refused', words }])
  await onAnswer()
  // Its card stays hidden until the new lists are loaded.
  if (words === undefined) become(without(id))
}

const goingOf = (kind: QueryKey, name: string) =>
  mine().filter((one) => isOwing(one) && one.kind === kind && nameOfItem(one.name) === nameOfItem(name))

/** Whether the item of that name is about to be deleted, and is no longer visible. */
export const isGoing = (kind: QueryKey, name: string): boolean => goingOf(kind, name).length > 0

/** Deletes a waiting item before another one gets its name; otherwise an item that nobody sees would block the name. */
export const sendDeletionOf = (kind: QueryKey, name: string): Promise<unknown> =>
  Promise.all(goingOf(kind, name).map((one) => underWay.get(one.id) ?? send(one)))

/** Calls the server when the deletion can no longer be undone. */
export function deleteLater(deletion: Deletion): void {
  if (userId !== currentUser()?.id) become(none)
  userId = currentUser()?.id
  become([...without(deletion.id), { ...deletion, state: 'waits', sendAt: Date.now() + undoMs }])
  timers.set(
    deletion.id,
    setTimeout(() => void send(deletion), undoMs),
  )
}

/** Cancels a waiting deletion, or removes one whose refusal was read. */
export function forgetDeletion(id: string): void {
  clearTimeout(timers.get(id))
  become(without(id))
}

/** For tests: removes everything left by the test before. */
export function forgetDeletions(): void {
  for (const timer of timers.values()) clearTimeout(timer)
  become(none)
}

/** The items about to be deleted, oldest first. */
export const useDeletions = (): readonly Deleting[] => useSyncExternalStore(listeners.subscribe, mine)
