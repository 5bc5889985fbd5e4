import { Flex, Typography } from 'antd'
import type { ReactNode } from 'react'
import { useTitle } from './use-title.ts'

interface PageProps {
  title: string
  /** Title of the browser tab if it differs. */
  tabTitle?: string
  /** Above the heading, e.g. a link back. */
  above?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** The frame of every signed-in page: one heading, its actions, its content. */
export function Page({ title, tabTitle = title, above, actions, children }: PageProps) {
  useTitle(tabTitle)
  return (
    <>
      {above}
      <Flex justify="space-between" align="center" gap="middle" wrap style={{ minHeight: 36, marginBottom: 16 }}>
        <Typography.Title level={1} style={{ margin: 0, fontSize: 24 }}>
          {title}
        </Typography.Title>
        {actions}
      </Flex>
      {children}
    </>
  )
}
