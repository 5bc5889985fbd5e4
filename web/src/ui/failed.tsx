import { Alert, Button, Flex } from 'antd'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'

interface FailedProps {
  title: string
  description?: ReactNode
  /** What could not be fetched; nothing is said while it is no failure. */
  of: { isError: boolean; error: Error | null; isFetching?: boolean; refetch: () => unknown }
  /** Says below the title what the server said. */
  inServersWords?: boolean
  type?: 'error' | 'warning'
  /** Another way on, beside Retry. */
  more?: ReactNode
}

/** What could not be fetched, said in its place, with Retry. */
export function Failed({ title, description, of, inServersWords, type = 'error', more }: FailedProps) {
  if (!of.isError) return null
  const retry = (
    // Its icon gives its place to the sign that it is asked anew: nothing moves for that.
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
