import { BellOutlined } from '@ant-design/icons'
import { call } from '@dictara/browser/call'
import type { StoredUser } from '@dictara/contract/identity'
import { notificationCalls } from '@dictara/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { Badge, Tooltip } from 'antd'
import { unreadQuery } from '../platform/query-client.ts'

/** How many notifications wait to be read; reading them here follows in a later version. */
export function NotificationBell({ user }: { user: StoredUser }) {
  const unread = useQuery({
    queryKey: unreadQuery(user.id),
    queryFn: async ({ signal }) => {
      const input = { params: { id: user.id }, query: { size: 1 } }
      return (await call(notificationCalls.listNotifications, input, { signal, handler: false })).unReadCount
    },
    enabled: user.clinicId !== null,
  })
  const count = unread.data ?? 0
  const said = count === 1 ? '1 unread notification' : `${count} unread notifications`
  return (
    <Tooltip title={said}>
      <output aria-label={said} className="notification-bell">
        <Badge count={count} overflowCount={99} size="small" offset={[6, -2]} color="var(--count-new)">
          <BellOutlined aria-hidden style={{ fontSize: 18 }} />
        </Badge>
      </output>
    </Tooltip>
  )
}
