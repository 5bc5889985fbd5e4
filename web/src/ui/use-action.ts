import { type CallFailed, failureOrThrow } from '@dictara/browser/call'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { type Question, useQuestion } from './use-question.ts'

interface ActionOptions {
  /** What is fetched anew when it is known how the call went. */
  refreshes?: QueryKey
}

interface RunOptions<T> {
  /** Asked before anything is done. */
  confirm?: Omit<Question, 'onOk' | 'afterClose'>
  /** Title of the notice that carries the server's words; false: success is seen otherwise. */
  success?: string | false
  /** What was done, by its name: all that is told of it, in the place of `success`. */
  done?: string | ((words: string) => string)
  /** What one may do with the answer: it stands in the notice of success, which then stays. */
  offer?: (answer: T) => ReactNode
  /** Told of a refusal in the place of the notice "Failed". */
  onRefused?: (failure: CallFailed) => void
  /** Nobody answered: whether it was done is not known. The page tells it in its place. */
  onUnanswered?: () => void
  /** What was done leads to another page, which fetches what it shows: nothing more is asked for on this one. */
  leadsAway?: boolean
}

/** A call; without an answer nothing was done, which the caller has said. */
type Send<T> = () => Promise<T | undefined>

/**
 * The one way in which a screen runs a call that does something: one at a time, a notice of how it went in the server's words
 * (ERR-10, ERR-12), and then everything anew that it may have changed. Failures that are no refusal are the shared handler's (Q170).
 */
export function useAction({ refreshes }: ActionOptions = {}) {
  const { notification } = App.useApp()
  const ask = useQuestion()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)

  async function perform<T extends { message: string }>(send: Send<T>, options: RunOptions<T>) {
    const { success = 'Success', done, offer, onRefused, onUnanswered, leadsAway = false } = options
    let isDone = false
    // The second click of a double click comes before the button rests.
    if (isRunning.current) return undefined
    isRunning.current = true
    setBusy(true)
    // What is refused or done now contradicts what was refused before.
    notification.destroy('failed')
    try {
      const answer = await send()
      isDone = answer !== undefined
      if (answer && done) notification.success({ title: typeof done === 'string' ? done : done(answer.message) })
      else if (answer && success) {
        const actions = offer?.(answer)
        notification.success({ title: success, description: answer.message, ...(actions && { actions, duration: 0 }) })
      }
      return answer
    } catch (error) {
      const failure = failureOrThrow(error)
      if (failure.kind === 'refused') {
        if (onRefused) onRefused(failure)
        else notification.error({ key: 'failed', title: 'Failed', description: failure.message })
      } else if (failure.kind === 'unreachable') onUnanswered?.()
      return undefined
    } finally {
      isRunning.current = false
      setBusy(false)
      const refetchType = leadsAway && isDone ? 'none' : 'active'
      if (refreshes) void client.invalidateQueries({ queryKey: refreshes, refetchType })
    }
  }

  return {
    isBusy,
    /** @returns the answer; undefined where there is none: refused, failed, or not wanted after all */
    run<T extends { message: string }>(send: Send<T>, options: RunOptions<T> = {}): Promise<T | undefined> {
      const { confirm } = options
      if (!confirm) return perform(send, options)
      return new Promise((resolve, fail) =>
        ask({
          ...confirm,
          onOk: () => perform(send, options).then(resolve, fail),
          afterClose: () => resolve(undefined),
        }),
      )
    },
  }
}
