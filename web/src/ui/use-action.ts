import { type CallFailed, failureOrThrow } from '@dictara/browser/call'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { type Question, useQuestion } from './use-question.ts'

interface ActionOptions {
  /** The query to fetch again once the outcome of the call is known. */
  refreshes?: QueryKey
}

interface RunOptions<T> {
  /** A question to ask before the call. */
  confirm?: Omit<Question, 'onOk' | 'afterClose'>
  /** Title of the notice with the server's message; false if success is visible otherwise. */
  success?: string | false
  /** Names what was done; it replaces `success` and is the whole notice. */
  done?: string | ((words: string) => string)
  /** An action offered in the notice of success, which then stays open. */
  offer?: (answer: T) => ReactNode
  /** Called on a refusal instead of showing the notice "Failed". */
  onRefused?: (failure: CallFailed) => void
  /** Called if no answer came, so the outcome is unknown. The page reports it in place. */
  onUnanswered?: () => void
  /** The action leads to another page, which fetches its own data. Fetch nothing more on this page. */
  leadsAway?: boolean
}

/** A call. Undefined means that nothing was done and that the caller has reported it. */
type Send<T> = () => Promise<T | undefined>

/**
 * Runs a screen's call that changes something: one at a time, then a notice with the server's message (ERR-10, ERR-12), then a fetch of all
 * affected data. The shared handler reports failures other than refusals (Q170).
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
    // The second click of a double click can arrive before the button is disabled.
    if (isRunning.current) return undefined
    isRunning.current = true
    setBusy(true)
    // A new outcome contradicts the earlier refusal, so remove that notice.
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
    /** @returns the answer; undefined if the call was refused, failed, or was cancelled */
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
