import { DoubleLeftOutlined, DoubleRightOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Flex } from 'antd'
import { useEffect, useEffectEvent } from 'react'

interface PagerProps {
  /** 0-based. */
  page: number
  size: number
  /** Not known while it is fetched. */
  total: number | undefined
  /** There are more than `total`; how many more was not counted. */
  isMore?: boolean
  /** `total` is that of another search, shown until the one asked for is here. */
  isOld?: boolean
  onPage: (page: number) => void
}

/** First, previous, next and last page (SHELL-48, JOBS-47). From a page behind the end it leads back to the last one. */
export function Pager({ page, size, total, isMore = false, isOld = false, onPage }: PagerProps) {
  const last = Math.max(0, Math.ceil((total ?? 0) / size) - 1)
  const isBehind = total !== undefined && !isOld && !isMore && page > last
  const goBack = useEffectEvent(() => onPage(last))
  useEffect(() => {
    if (isBehind) goBack()
  }, [isBehind, last])
  const about = (count: number) => (isMore ? `more than ${count}` : String(count))
  const button = (label: string, to: number, isOff: boolean, icon: React.ReactNode) => (
    <Button aria-label={label} icon={icon} disabled={isOff} onClick={() => onPage(to)} />
  )
  return (
    <nav aria-label="Pages">
      <Flex gap="small" align="center" justify="flex-end" wrap style={{ marginTop: 16 }}>
        <output>
          {total === 0 && 'No rows'}
          {!!total && `Page ${page + 1} of ${about(last + 1)}, ${about(total)} in all`}
        </output>
        {button('First page', 0, page === 0, <DoubleLeftOutlined aria-hidden />)}
        {button('Previous page', page - 1, page === 0, <LeftOutlined aria-hidden />)}
        {button('Next page', page + 1, page >= last, <RightOutlined aria-hidden />)}
        {button('Last page', last, page >= last, <DoubleRightOutlined aria-hidden />)}
      </Flex>
    </nav>
  )
}
