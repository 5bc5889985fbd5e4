import { Alert, Button, Flex } from 'antd'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'

interface FailedProps {
  title: string
  description?: ReactNode
  /** The query that may have failed. Nothing is shown if it did not fail. */
  of: { isError: boolean; error: Error | null; isFetching?: boolean; refetch: () => unknown }
  /** Shows the server's message below the title. */
  inServersWords?: boolean
  type?: 'error' | 'warning'
  /** Another action beside Retry. */
  more?: ReactNode
}

/** Shows in place that a query failed, with Retry. */
export function Failed({ title, description, of, inServersWords, type = 'error', more }: FailedProps) {
  if (!of.isError) return null
  const retry = (
    // The loading sign replaces the icon during a retry, so that nothing moves.
    <Button
      icon={<RotateCw size={14} aria-hidden />}
      loading={of.isFetching ?? false}
      onClick={() => void of.refetch()}
    >
      Retry
    </Button>
  )
  return (
    <Alert
      style={{ marginBlockEnd: 16 }}
      type={type}
      title={title}
      description={(inServersWords && of.error?.message) || description}
      action={
        more ? (
          <Flex gap="small" align="center">
            {retry}
            {more}
          </Flex>
        ) : (
          retry
        )
      }
    />
  )
}
