import { type ComponentProps, createContext, use } from 'react'
import { Failed } from '../../ui/failed.tsx'

/** Whether a failure of the page is told already, above: one failure, one message. */
export const FailureTold = createContext(false)

/** What a part of a home could not read, said in its place unless it is said for the whole home. */
export const HomeFailed = (props: ComponentProps<typeof Failed>) => (use(FailureTold) ? null : <Failed {...props} />)
