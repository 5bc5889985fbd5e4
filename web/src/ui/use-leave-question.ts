import { currentUser } from '@dictara/browser/session'
import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router'
import { type Question, useQuestion } from './use-question.ts'

/**
 * Asks before unsaved work is dropped, however a person leaves: through `leave`, by Back, to another page, or by closing Dictara, where the
 * browser asks in its own words. A session that has ended does not ask.
 * @param isUnsaved called at the moment of leaving
 * @param words of the question; its focus is on staying
 * @param isTab the page has tabs that differ by the search part of the address, and this is one of them: going to another tab asks too
 */
export function useLeaveQuestion(
  isUnsaved: () => boolean,
  words: Pick<Question, 'title' | 'content'>,
  { isTab = false } = {},
) {
  const ask = useQuestion()
  const mayLose = () => currentUser() !== null && isUnsaved()
  const question = (onOk: () => void, onStay?: () => void) =>
    ask({
      ...words,
      okText: 'Leave',
      cancelText: 'Stay here',
      isDanger: true,
      focusable: { autoFocusButton: 'cancel' },
      onOk,
      onCancel: onStay,
      // The question also closes, unanswered, with its page.
      afterClose: onStay,
    })

  const blocker = useBlocker(
    ({ historyAction, currentLocation: here, nextLocation: there }) =>
      mayLose() &&
      (historyAction === 'POP' || here.pathname !== there.pathname || (isTab && here.search !== there.search)),
  )
  const askHere = useEffectEvent(() => {
    let isAnswered = false
    const answer = (go: (() => void) | undefined) => () => {
      if (!isAnswered) go?.()
      isAnswered = true
    }
    // Answer at the press, not after the question has closed, so that the next Back asks again.
    question(answer(blocker.proceed), answer(blocker.reset))
  })
  useEffect(() => {
    if (blocker.state === 'blocked') askHere()
  }, [blocker.state])

  const warnHere = useEffectEvent((event: BeforeUnloadEvent) => {
    if (mayLose()) event.preventDefault()
  })
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => warnHere(event)
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])

  /** Leaves; asks first if something is unsaved. */
  return (leave: () => void) => (isUnsaved() ? question(leave) : leave())
}
