import { lazy } from 'react'
import { arrived } from '../../platform/arrived.ts'

/** Loaded after the page it stands on: nobody waits for it. */
export const UnsentNotice = lazy(() =>
  arrived(import('./unsent-notice.tsx')).then(
    (module) => ({ default: module.UnsentNotice }),
    () => ({ default: () => <></> }),
  ),
)
