import { Skeleton } from 'antd'

/** Stands in for a home until all of it is known: nothing that somebody reads already moves. */
export const HomeLoading = () => (
  <output className="home-section home-done" aria-label="Your work is loading">
    <Skeleton active title={{ width: '20%' }} paragraph={{ rows: 6 }} />
  </output>
)
