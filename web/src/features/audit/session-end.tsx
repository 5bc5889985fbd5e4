import { fullMomentIn } from '@dictara/browser/moments'
import type { LoginSession } from '@dictara/contract/audit'
import { Tag } from 'antd'
import type { ReactNode } from 'react'

/** When the session ended, or why it has no end (Q146). */
export const endOf = ({ loggingStatus, logoutTime, timeZone }: LoginSession): ReactNode => {
  if (loggingStatus === 'FAILED') return <Tag color="error">Failed</Tag>
  return logoutTime === 0 ? <Tag>Active</Tag> : fullMomentIn(logoutTime, timeZone)
}
