import { call, failureOrThrow } from '@dictara/browser/call'
import { createListeners } from '@dictara/browser/listeners'
import { currentUser } from '@dictara/browser/session'
import { billerCalls } from '@dictara/contract/biller-review'
import { jobRefusals } from '@dictara/contract/jobs'
import { useSyncExternalStore } from 'react'
import { registerUnsentCalls } from '../../platform/unsent-calls.ts'

/** A job that its biller wants to bill. */
export interface Bill {
  jobId: string
  jobNumber: string
  /** The address at which its note is shown. */
  address: string
  /** Called when the outcome is known. */
  onAnswer(): void
}

/** The state of a billing: it waits until it can no longer be undone, is being sent, or has an outcome. */
export type Billing = Bill &
  (
    | { state: 'waits'; sendAt: number }
    | { state: 'sending' | 'billed' | 'already-billed' | 'unanswered' }
    | { state: 'refused'; words: string }
  )

/** How long a billing can be undone. The server is called after that, because it cannot take a billing back (Q140). */
export const undoMs = 10_000
/** How long the message that a job is billed is shown. */
const shownMs = 6_000

const listeners = createListeners()
let billings: readonly Billing[] = []
/** The user who made these billings. */
let userId: string | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let stop: (() => void) | undefined
let oweNoMore: (() => void) | undefined

const isOwing = ({ state }: Billing) => state === 'waits' || state === 'sending' || state === 'unanswered'

function become(next: readonly Billing[]): void {
  billings = next
  if (billings.some(isOwing)) oweNoMore ??= registerUnsentCalls(() => Promise.all([sendNow(), sendAgain()]))
  else {
    oweNoMore?.()
    oweNoMore = undefined
  }
  listeners.tell()
}
const without = (jobId: string) => billings.filter((one) => one.jobId !== jobId)
const instead = (now: Billing) => billings.map((one) => (one.jobId === now.jobId ? now : one))
const waiting = () => billings.find(({ state }) => state === 'waits')
const mine = (): readonly Billing[] => (userId === currentUser()?.id ? billings : none)
const none: readonly Billing[] = []

/** It is no failure if the person has billed the job already, in another tab or by a call whose answer was lost. */
function outcomeOf(bill: Bill, error: unknown): Billing {
  const { code, kind, message } = failureOrThrow(error)
  if (code === jobRefusals.alreadyBilled.code) return { ...bill, state: 'already-billed' }
  return kind === 'refused' || kind === 'denied'
    ? { ...bill, state: 'refused', words: message }
    : { ...bill, state: 'unanswered' }
}

async function send({ jobId, jobNumber, address, onAnswer }: Bill, keepalive = false): Promise<void> {
  const bill: Bill = { jobId, jobNumber, address, onAnswer }
  become(instead({ ...bill, state: 'sending' }))
  let outcome: Billing = { ...bill, state: 'billed' }
  try {
    await call(billerCalls.billJob, { params: { id: jobId } }, { handler: false, keepalive })
  } catch (error) {
    outcome = outcomeOf(bill, error)
  }
  // Ignore the answer if somebody else has signed in meanwhile.
  if (!billings.some((one) => one.jobId === jobId && one.state === 'sending')) return
  become(instead(outcome))
  if (outcome.state === 'billed' || outcome.state === 'already-billed')
    setTimeout(() => become(billings.filter((one) => one !== outcome)), shownMs)
  onAnswer()
}

/** Sends the waiting billing at once. */
export async function sendNow(keepalive = false): Promise<void> {
  clearTimeout(timer)
  const bill = waiting()
  if (bill) await send(bill, keepalive)
}

/** Repeats the calls that the server did not answer. */
export const sendAgain = async (keepalive = false): Promise<void> => {
  await Promise.all(billings.filter(({ state }) => state === 'unanswered').map((bill) => send(bill, keepalive)))
}

/** Sends unsent billings when the page closes or the network returns. */
function listen(): () => void {
  const leave = () => void Promise.all([sendNow(true), sendAgain(true)])
  const again = () => void sendAgain()
  window.addEventListener('pagehide', leave)
  window.addEventListener('online', again)
  return () => {
    window.removeEventListener('pagehide', leave)
    window.removeEventListener('online', again)
  }
}

/** Bills a job when it can no longer be undone: after some seconds, or when the next job is billed. */
export function billLater(bill: Bill): void {
  if (userId !== currentUser()?.id) forgetBillings()
  userId = currentUser()?.id
  stop ??= listen()
  void sendNow()
  become([...without(bill.jobId), { ...bill, state: 'waits', sendAt: Date.now() + undoMs }])
  timer = setTimeout(() => void sendNow(), undoMs)
}

/** Undoes the waiting billing. @returns that billing, or undefined if it was too late */
export function undoBill(): Bill | undefined {
  const bill = mine().find(({ state }) => state === 'waits')
  if (!bill) return undefined
  clearTimeout(timer)
  become(without(bill.jobId))
  return bill
}

/** Removes a billing whose outcome the person has read, or whose job was billed another way. */
export function forgetBill(jobId: string): void {
  if (waiting()?.jobId === jobId) clearTimeout(timer)
  become(without(jobId))
}

/** Removes all billings: called when somebody else signs in, and by tests. */
export function forgetBillings(): void {
  clearTimeout(timer)
  stop?.()
  stop = undefined
  become(none)
}

/** The billings of the current person, oldest first. */
export const useBillings = (): readonly Billing[] => useSyncExternalStore(listeners.subscribe, mine)

/** Whether a job is being billed, so that it cannot be the next one. */
export const isBeingBilled = (jobId: string): boolean =>
  mine().some((one) => one.jobId === jobId && one.state !== 'refused' && one.state !== 'unanswered')
