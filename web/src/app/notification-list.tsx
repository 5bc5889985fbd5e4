import { agoText, momentIn } from '@dictara/browser/moments'
import { call } from '@dictara/browser/call'
import type { StoredUser } from '@dictara/contract/identity'
import { type Notification, notificationCalls } from '@dictara/contract/notifications'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Mic } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useOutsideChoice } from '../platform/notices-outside.ts'
import { Face } from '../ui/face.tsx'
import { Failed } from '../ui/failed.tsx'
import { NoticesOutside } from '../ui/notices-outside.tsx'
import { placeOf } from './notification-place.ts'
import { notificationsQuery, useMarkRead } from './use-mark-read.ts'

const atOnce = 5

const none = { success: true as const, message: '', result: [], size: 0, unReadCount: 0 }

/** A person without a clinic gets no news of jobs, so nothing is fetched for them. */
const useNotifications = (user: StoredUser, page: number) =>
  useQuery({
    enabled: user.clinicId !== null,
    ...(user.clinicId === null && { initialData: none }),
    queryKey: [...notificationsQuery(user.id), page],
    queryFn: ({ signal }) =>
      call(
        notificationCalls.listNotifications,
        { params: { id: user.id }, query: { page, size: atOnce, notificationType: 'WEB' } },
        { signal, handler: 'page' },
      ),
    placeholderData: keepPreviousData,
  })

/** The sender of a notification that has none. */
const ofDictara = 'Dictara'

interface ItemProps {
  of: Notification
  user: StoredUser
  /** When the list was fetched. */
  now: number
  onOpen: () => void
}

function Item({ of, user, now, onOpen }: ItemProps) {
  const { readStatus, body, patientName, comment, senderName, createdDate, profilePicture, facilities } = of
  const place = placeOf(user, of)
  const exact = momentIn(createdDate, facilities.timeZone)
  const words = (
    <>
      {senderName === ofDictara ? (
        <span className="bell-mark" aria-hidden>
          <Mic size={16} />
        </span>
      ) : (
        <Face name={senderName} photo={profilePicture} size={32} />
      )}
      <span className="bell-words">
        <span className="bell-body">
          {!readStatus && <span className="visually-hidden">Unread: </span>}
          {patientName && <strong>{patientName}. </strong>}
          {body}
        </span>
        {comment && <span className="bell-comment">“{comment}”</span>}
        <span className="bell-more">
          {senderName} · {facilities.facilityName} ·{' '}
          <time dateTime={createdDate} title={exact}>
            {agoText(now - Date.parse(createdDate))}
          </time>
        </span>
      </span>
      {!readStatus && <span className="bell-dot" aria-hidden />}
    </>
  )
  const className = readStatus ? 'bell-item' : 'bell-item is-unread'
  if (place && !place.isElsewhere)
    return (
      <Link to={place.to} className={className} onClick={onOpen}>
        {words}
      </Link>
    )
  if (place)
    return (
      <a href={place.to} className={className} onClick={onOpen}>
        {words}
      </a>
    )
  return (
    <button type="button" className={className} onClick={onOpen}>
      {words}
    </button>
  )
}

interface ListProps {
  user: StoredUser
  /** The person follows a notification to its page. */
  onLeave: () => void
}

/** The notifications of a person, newest first (NOTIF-02 to NOTIF-15). */
export function NotificationList({ user, onLeave }: ListProps) {
  const [page, setPage] = useState(0)
  const list = useNotifications(user, page)
  const markRead = useMarkRead(user.id)
  const outside = useOutsideChoice()
  const rows = list.data?.result ?? []
  const size = list.data?.size ?? 0
  const last = Math.max(0, Math.ceil(size / atOnce) - 1)
  const open = (one: Notification) => {
    void markRead(one)
    if (placeOf(user, one)) onLeave()
  }
  return (
    <>
      <div className="bell-head">
        <h2>Notifications</h2>
        {(list.data?.unReadCount ?? 0) > 0 && (
          <button type="button" className="bell-all" onClick={() => void markRead()}>
            Mark all read
          </button>
        )}
      </div>
      {list.isError && <Failed of={list} title="Couldn’t load your notifications" />}
      {list.isPending && <p className="bell-empty">Loading …</p>}
      {list.data && rows.length === 0 && (
        <p className="bell-empty">Nothing new. You’ll see updates about your jobs here.</p>
      )}
      <ul className="bell-list">
        {rows.map((row) => (
          <li key={row.id}>
            <Item of={row} user={user} now={list.dataUpdatedAt} onOpen={() => open(row)} />
          </li>
        ))}
      </ul>
      {size > atOnce && (
        <div className="bell-foot">
          <button type="button" className="bell-all" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Newer
          </button>
          <output>
            {page * atOnce + 1}–{Math.min(size, (page + 1) * atOnce)} of {size}
          </output>
          <button type="button" className="bell-all" disabled={page >= last} onClick={() => setPage(page + 1)}>
            Older
          </button>
        </div>
      )}
      {user.clinicId !== null && <NoticesOutside {...outside} isShort />}
    </>
  )
}
