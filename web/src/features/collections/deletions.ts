import { failureOf } from '@dictara/browser/call'
import { createListeners } from '@dictara/browser/listeners'
import { currentUser } from '@dictara/browser/session'
import { nameOfItem } from '@dictara/contract/collection'
import type { QueryKey } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { registerUnsentCalls } from '../../platform/unsent-calls.ts'

/** Something that its person wants to be gone. */
export interface Deletion {
  id: string
  /** The kind that it is of. */
  kind: QueryKey
  name: string
  send: (keepalive: boolean) => Promise<unknown>
  /** Called when it is known how it went; what is fetched anew then is waited for. */
  onAnswer: () => Promise<unknown>
}
export type Deleting = Deletion &
  ({ state: 'waits'; sendAt: number } | { state: 'sending' } | { state: 'refused'; words: string })

/** So long it can be undone: the server is told afterwards. */
export const undoMs = 10_000

const listeners = createListeners()
const none: readonly Deleting[] = []
let deletions = none
/** Whose they are. */
let userId: string | undefined
const timers = new Map<string, ReturnType<typeof setTimeout>>()
/** Those whose server is being told. */
const underWay = new Map<string, Promise<void>>()
let stop: (() => void) | undefined

const mine = (): readonly Deleting[] => (userId === currentUser()?.id ? deletions : none)
const isOwing = ({ state }: Deleting) => state !== 'refused'

/** What waits is sent before its page or its session goes. */
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
  // Its card stays away until the lists without it are here.
  if (words === undefined) become(without(id))
}

const goingOf = (kind: QueryKey, name: string) =>
  mine().filter((one) => isOwing(one) && one.kind === kind && nameOfItem(one.name) === nameOfItem(name))

/** Whether the one of that name is about to go: nobody sees it any more. */
export const isGoing = (kind: QueryKey, name: string): boolean => goingOf(kind, name).length > 0

/** Something gets the name of what is about to go: that goes first, or the name would be taken by what nobody sees. */
export const sendDeletionOf = (kind: QueryKey, name: string): Promise<unknown> =>
  Promise.all(goingOf(kind, name).map((one) => underWay.get(one.id) ?? send(one)))

/** The server is told when it cannot be undone any more. */
export function deleteLater(deletion: Deletion): void {
  if (userId !== currentUser()?.id) become(none)
  userId = currentUser()?.id
  become([...without(deletion.id), { ...deletion, state: 'waits', sendAt: Date.now() + undoMs }])
  timers.set(
    deletion.id,
    setTimeout(() => void send(deletion), undoMs),
  )
}

/** Takes back what is not sent yet, or has read why it was refused. */
export function forgetDeletion(id: string): void {
  clearTimeout(timers.get(id))
  become(without(id))
}

/** For tests: nothing of the one before is left. */
export function forgetDeletions(): void {
  for (const timer of timers.values()) clearTimeout(timer)
  become(none)
}

/** What is about to go, the oldest first. */
export const useDeletions = (): readonly Deleting[] => useSyncExternalStore(listeners.subscribe, mine)
