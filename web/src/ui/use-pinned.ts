import { Grid } from 'antd'

/** Where a table is wider than its page, its last column stays in sight, unless it would cover the rest of a narrow one. */
export function usePinned(): { fixed?: 'right' } {
  const { lg } = Grid.useBreakpoint()
  return lg ? { fixed: 'right' } : {}
}
