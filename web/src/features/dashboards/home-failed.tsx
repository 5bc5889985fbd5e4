import { type ComponentProps, createContext, use } from 'react'
import { Failed } from '../../ui/failed.tsx'

/** Whether the page already shows a message for this failure, so that it is not shown twice. */
export const FailureTold = createContext(false)

/** Shows in place that a part of the home could not be loaded, unless the page already says so. */
export const HomeFailed = (props: ComponentProps<typeof Failed>) => (use(FailureTold) ? null : <Failed {...props} />)
