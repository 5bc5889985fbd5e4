import { Button, Flex } from 'antd'
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useFocusNear } from './use-focus-near.ts'

interface PagerProps {
  /** Name of the landmark; another one where a page has more than one list. */
  name?: string
  /** 0-based. */
  page: number
  size: number
  /** Undefined until the list has been fetched. */
  total: number | undefined
  /** There are more rows than `total`; how many more was not counted. */
  isMore?: boolean
  onPage: (page: number) => void
}

/** First, previous, next and last page (SHELL-48, JOBS-47). */
export function Pager({ name = 'Pages', page, size, total, isMore = false, onPage }: PagerProps) {
  const nav = useRef<HTMLElement>(null)
  const last = Math.max(0, Math.ceil((total ?? 0) / size) - 1)
  useFocusNear(nav)
  const about = (count: number) => (isMore ? `more than ${count}` : String(count))
  const button = (label: string, to: number, isOff: boolean, icon: ReactNode) => (
    <Button aria-label={label} icon={icon} disabled={isOff} onClick={() => onPage(to)} />
  )
  return (
    <nav aria-label={name} ref={nav} tabIndex={-1}>
      <Flex gap="small" align="center" justify="flex-end" wrap>
        <output>
          {total === undefined && 'Loading …'}
          {total === 0 && 'No rows'}
          {!!total && `Page ${page + 1} of ${about(last + 1)}, ${about(total)} in all`}
        </output>
        {/* Keep these buttons on one line, even on a phone. */}
        <Flex gap="small">
          {button('First page', 0, page === 0, <ChevronsLeft size={16} aria-hidden />)}
          {button('Previous page', page - 1, page === 0, <ChevronLeft size={16} aria-hidden />)}
          {button('Next page', page + 1, page >= last, <ChevronRight size={16} aria-hidden />)}
          {button('Last page', last, page >= last, <ChevronsRight size={16} aria-hidden />)}
        </Flex>
      </Flex>
    </nav>
  )
}
