import { type CallFailed, onFailure, onSessionEnd } from '@dictara/browser/call'
import { currentUser } from '@dictara/browser/session'
import { App, Button } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { forgetUser } from '../platform/forget-user.ts'
import { keysAtRest } from '../platform/keys-at-rest.ts'
import { takeNotice } from '../platform/notice-after-load.ts'
import { rememberPlace } from '../platform/place-of-work.ts'
import { hasUnsavedWork, unsavedWorkIsKept } from '../platform/unsaved-work.ts'

const notices = {
  denied: { title: 'Permission Denied', description: 'You are not permitted to do this operation' },
  server: { title: 'Try Again', description: 'Please try again later' },
  unreachable: {
    title: 'Server Error',
    description: (
      <>
        <div>{'Unable to connect to the  server'}</div>
        <div>Check your network connection, then try again.</div>
      </>
    ),
  },
} as const

/** Pages where a lost network is only logged: lists show it in place, and the editor works offline (ERR-15, Q171). */
const jobArea = /^\/dashboard\/(jobs-list|editor|new-editor)(?![\w-])/

const sessionOver = { title: 'Token Expired', description: 'Please Login to continue' }
const backAfterwards = 'Your session has ended. Sign in and you’ll be back where you were.'
const textIsKept = 'Your session has ended. Sign in to continue; your text is kept in this browser.'
const textIsNotKept =
  'Your session has ended, and your latest changes couldn’t be kept in this browser. Copy them before you go to sign-in.'

/** The shared error handler (ERR-05 to ERR-08): one notice per kind and page, not one per call (Q172). */
export function useSharedNotices(place: string) {
  const { notification } = App.useApp()
  const navigate = useNavigate()
  const isLeaving = useRef(false)

  const leave = useEffectEvent((more: string) => {
    notification.destroy('session')
    const user = currentUser()
    if (user) rememberPlace(user.id, place)
    forgetUser()
    void navigate('/login', { state: { notice: { ...sessionOver, more } } })
  })
  /** Tells the person at once, and leaves as soon as that loses nothing and nobody is typing (ERR-06). */
  const endHere = useEffectEvent(async () => {
    if (isLeaving.current) return
    isLeaving.current = true
    const isUnsaved = hasUnsavedWork()
    const tell = (more: string) =>
      notification.error({
        key: 'session',
        title: sessionOver.title,
        description: `${sessionOver.description}. ${more}`,
        duration: 0,
        actions: <Button onClick={() => leave(backAfterwards)}>Go to sign-in</Button>,
      })
    if (isUnsaved) {
      tell(textIsKept)
      await keysAtRest()
    }
    if (await unsavedWorkIsKept()) leave(isUnsaved ? textIsKept : backAfterwards)
    else tell(textIsNotKept)
  })

  const tellFailure = useEffectEvent(({ kind }: CallFailed) => {
    if (kind === 'refused' || kind === 'signed-out' || (kind === 'unreachable' && jobArea.test(place))) return
    notification.error({ key: `${kind} ${location.pathname}`, ...notices[kind] })
  })

  useEffect(() => {
    onFailure((failure) => tellFailure(failure))
    const stopListening = onSessionEnd(() => void endHere())
    const notice = takeNotice()
    // Stays until closed: it names the person in whose name everything is done from now on.
    if (notice) notification.warning({ ...notice, duration: 0 })
    return () => {
      onFailure(() => {})
      stopListening()
    }
  }, [notification])
}
