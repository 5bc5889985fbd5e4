import { call } from '@dictara/browser/call'
import { useKeys } from '@dictara/browser/use-keys'
import type { StoredUser } from '@dictara/contract/identity'
import { notificationCalls } from '@dictara/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { arrived } from '../platform/arrived.ts'
import { unreadQuery } from '../platform/query-client.ts'
import './notifications.css'

const NotificationList = lazy(() =>
  arrived(import('./notification-list.tsx')).then(({ NotificationList: of }) => ({ default: of })),
)

function useUnread(user: StoredUser): number {
  const unread = useQuery({
    queryKey: unreadQuery(user.id),
    queryFn: async ({ signal }) => {
      const input = { params: { id: user.id }, query: { size: 1 } }
      return (await call(notificationCalls.listNotifications, input, { signal, handler: false })).unReadCount
    },
    enabled: user.clinicId !== null,
  })
  return unread.data ?? 0
}

/** Shows the number of unread notifications and opens the list, 400 px wide, five per page (NOTIF-01 to NOTIF-03). */
export function NotificationBell({ user }: { user: StoredUser }) {
  const count = useUnread(user)
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const said = count === 1 ? '1 unread notification' : `${count} unread notifications`
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div className="bell">
      <button
        ref={button}
        type="button"
        className="shell-button bell-button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={`Notifications, ${count} unread`}
        title={said}
        onClick={() => setOpen(!isOpen)}
      >
        <Bell size={20} aria-hidden />
        {count > 0 && <span className="bell-count">{count > 99 ? '99+' : count}</span>}
      </button>
      <output className="visually-hidden" aria-label={said}>
        {said}
      </output>
      {isOpen && <Popover user={user} onClose={close} onLeave={() => setOpen(false)} bell={button} />}
    </div>
  )
}

interface PopoverProps {
  user: StoredUser
  /** The person closed the list: the focus returns to the bell. */
  onClose: () => void
  /** The person has already gone to another page. */
  onLeave: () => void
  bell: React.RefObject<HTMLButtonElement | null>
}

function Popover({ user, onClose, onLeave, bell }: PopoverProps) {
  const panel = useRef<HTMLDialogElement>(null)
  useKeys(({ key }) => (key === 'Escape' ? onClose : undefined))
  useEffect(() => {
    panel.current?.focus()
  }, [])
  useEffect(() => {
    const isElsewhere = ({ target }: Event) =>
      target instanceof Node && !panel.current?.contains(target) && !bell.current?.contains(target)
    const leave = (event: Event) => isElsewhere(event) && onLeave()
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [bell, onLeave])
  return (
    <dialog ref={panel} open aria-label="Notifications" tabIndex={-1} className="bell-panel">
      <Suspense fallback={<p className="bell-empty">Loading …</p>}>
        <NotificationList user={user} onLeave={onLeave} />
      </Suspense>
    </dialog>
  )
}
