import { createCache } from '@ant-design/cssinjs'

/**
 * Keeps the styles that antd has made. By itself antd forgets the styles of a component when its last one leaves the page, and
 * makes them again for the next one.
 */
export const keptStyles = createCache()

const update = keptStyles.opUpdate.bind(keptStyles)
keptStyles.opUpdate = (path, valueOf) => {
  const isNew = !keptStyles.opGet(path)
  update(path, valueOf)
  // Counts one component more than there are, so that there is never none.
  if (isNew) update(path, (kept) => [kept![0] + 1, kept![1]])
}
