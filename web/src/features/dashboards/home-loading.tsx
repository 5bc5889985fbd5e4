import { Skeleton } from 'antd'

/** A placeholder until the whole home is loaded, so that nothing moves while somebody reads. */
export const HomeLoading = () => (
  <output className="home-section home-done" aria-label="Your work is loading">
    <Skeleton active title={{ width: '20%' }} paragraph={{ rows: 6 }} />
  </output>
)
