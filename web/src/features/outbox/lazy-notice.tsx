import { lazy } from 'react'
import { arrived } from '../../platform/arrived.ts'

/** Loaded after its page, so that it delays nothing. */
export const UnsentNotice = lazy(() =>
  arrived(import('./unsent-notice.tsx')).then(
    (module) => ({ default: module.UnsentNotice }),
    () => ({ default: () => <></> }),
  ),
)
