import { type CallFailed, onFailure } from '@dictara/browser/call'
import { storeUser } from '@dictara/browser/session'
import { App } from 'antd'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { takeNotice } from '../platform/notice-after-load.ts'

const notices = {
  denied: { title: 'Permission Denied', description: 'You are not permitted to do this operation' },
  'signed-out': { title: 'Token Expired', description: 'Please Login to continue' },
  server: { title: 'Try Again', description: 'Please try again later' },
  unreachable: { title: 'Server Error', description: 'Unable to connect to the  server' },
} as const

/** The shared error handler (ERR-05 to ERR-08): one notice per kind and page, not one per call (Q172). */
export function useSharedNotices() {
  const { notification } = App.useApp()
  const navigate = useNavigate()
  useEffect(() => {
    onFailure(({ kind }: CallFailed) => {
      if (kind === 'refused') return
      notification.error({ key: `${kind} ${location.pathname}`, ...notices[kind] })
      if (kind !== 'signed-out') return
      storeUser(null)
      navigate('/login', { state: { notice: notices[kind] } })
    })
    const notice = takeNotice()
    // Stays until it is closed: it tells whose name everything is done in from here.
    if (notice) notification.warning({ ...notice, duration: 0 })
    return () => onFailure(() => {})
  }, [notification, navigate])
}
