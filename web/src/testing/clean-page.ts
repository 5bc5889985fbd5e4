import { forgetDraftKeys } from '@dictara/browser/draft-key'
import { storeUser } from '@dictara/browser/session'
import { afterEach, vi } from 'vitest'
import { page } from 'vitest/browser'
import { unmountAll } from '../editor/testing/mount.tsx'
import { forgetBillings } from '../features/biller-review/billing.ts'
import { forgetDeletions } from '../features/collections/deletions.ts'
import { forgetReadyJobs } from '../platform/new-ready-jobs.ts'
import { forgetPreferences } from '../platform/preferences.ts'
import { queryClient } from '../platform/query-client.ts'
import { forgetSiteConfig } from '../platform/site-config.ts'
import { stopCatchingPageLoads } from './page-loads.ts'

// All test files share one page and its modules, which are loaded once. This code resets the page before each file, so
// that nothing of an earlier file is left. Modules must forget their state here, and no helper may declare hooks when
// it is loaded.
vi.useRealTimers()
vi.unstubAllGlobals()
vi.restoreAllMocks()
storeUser(null)
localStorage.clear()
sessionStorage.clear()
forgetPreferences()
forgetSiteConfig()
forgetReadyJobs()
forgetDeletions()
forgetBillings()
forgetDraftKeys()
queryClient.clear()
document.body.replaceChildren()
for (const { name } of Array.from(document.documentElement.attributes))
  if (name !== 'lang') document.documentElement.removeAttribute(name)
await page.viewport(414, 896)
// Nobody sees the page. Without this, drawing it takes up to a tenth of the CPU of these tests.
;(window.frameElement as HTMLElement).style.opacity = '0'

// Runs after the hooks of the test file, because those are declared later.
afterEach(() => {
  unmountAll()
  stopCatchingPageLoads()
})
