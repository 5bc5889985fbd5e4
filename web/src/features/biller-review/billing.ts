import { call, failureOrThrow } from '@dictara/browser/call'
import { createListeners } from '@dictara/browser/listeners'
import { currentUser } from '@dictara/browser/session'
import { billerCalls } from '@dictara/contract/biller-review'
import { jobRefusals } from '@dictara/contract/jobs'
import { useSyncExternalStore } from 'react'
import { registerUnsentCalls } from '../../platform/unsent-calls.ts'

/** A job that its biller says is billed. */
export interface Bill {
  jobId: string
  jobNumber: string
  /** Where its note is read. */
  address: string
  /** Called when it is known how it went. */
  onAnswer(): void
}

/** What has become of a bill: it waits for its Undo to end, is on its way, or was answered. */
export type Billing = Bill &
  (
    | { state: 'waits'; sendAt: number }
    | { state: 'sending' | 'billed' | 'already-billed' | 'unanswered' }
    | { state: 'refused'; words: string }
  )

/** So long it can be undone before the server is told: nothing takes it back then (Q140). */
export const undoMs = 10_000
/** So long it is said that a job is billed. */
const shownMs = 6_000

const listeners = createListeners()
let billings: readonly Billing[] = []
/** Whose they are. */
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

/** One that another one of this person has billed meanwhile, or an answer that was lost on its way, is no failure. */
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
  // Who has signed in since is told nothing of it.
  if (!billings.some((one) => one.jobId === jobId && one.state === 'sending')) return
  become(instead(outcome))
  if (outcome.state === 'billed' || outcome.state === 'already-billed')
    setTimeout(() => become(billings.filter((one) => one !== outcome)), shownMs)
  onAnswer()
}

/** Sends at once what waits for its Undo to end. */
export async function sendNow(keepalive = false): Promise<void> {
  clearTimeout(timer)
  const bill = waiting()
  if (bill) await send(bill, keepalive)
}

/** Tries once more what the server did not answer. */
export const sendAgain = async (keepalive = false): Promise<void> => {
  await Promise.all(billings.filter(({ state }) => state === 'unanswered').map((bill) => send(bill, keepalive)))
}

/** Nobody is told "billed" before it is; what goes with its page is sent on its way out. */
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

/** A job is to be billed: the server is told when it cannot be undone any more, which is also when the next one is said to be. */
export function billLater(bill: Bill): void {
  if (userId !== currentUser()?.id) forgetBillings()
  userId = currentUser()?.id
  stop ??= listen()
  void sendNow()
  become([...without(bill.jobId), { ...bill, state: 'waits', sendAt: Date.now() + undoMs }])
  timer = setTimeout(() => void sendNow(), undoMs)
}

/** Takes back what is not sent yet. @returns which it was; undefined where it was too late */
export function undoBill(): Bill | undefined {
  const bill = mine().find(({ state }) => state === 'waits')
  if (!bill) return undefined
  clearTimeout(timer)
  become(without(bill.jobId))
  return bill
}

/** A person has read how it went, or has billed the job another way. */
export function forgetBill(jobId: string): void {
  if (waiting()?.jobId === jobId) clearTimeout(timer)
  become(without(jobId))
}

/** For somebody else, and for tests. */
export function forgetBillings(): void {
  clearTimeout(timer)
  stop?.()
  stop = undefined
  become(none)
}

/** What has become of the bills of the person of now, the oldest first. */
export const useBillings = (): readonly Billing[] => useSyncExternalStore(listeners.subscribe, mine)

/** Whether a job is on its way to be billed: it is no next one any more. */
export const isBeingBilled = (jobId: string): boolean =>
  mine().some((one) => one.jobId === jobId && one.state !== 'refused' && one.state !== 'unanswered')
