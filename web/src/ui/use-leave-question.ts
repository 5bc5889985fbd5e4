import { currentUser } from '@dictara/browser/session'
import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router'
import { type Question, useQuestion } from './use-question.ts'

/**
 * Asks before what is unsaved is dropped, however one leaves: by what calls `leave`, by Back and to another page, or with the
 * whole of Dictara, where the browser asks in its own words. A session that has ended asks nobody.
 * @param isUnsaved asked at the moment of leaving
 * @param words of the question; its focus is on staying
 * @param isTab the page has tabs, told apart by the search of its address, and this is one of them: another one is asked for as well
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
      // It goes with its page as well, unanswered.
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
    // At the press, not when the question has gone: the next Back is asked for anew.
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

  /** Leaves, after the question where something is unsaved. */
  return (leave: () => void) => (isUnsaved() ? question(leave) : leave())
}
