import { forgetDraftKeys } from '@dictara/browser/draft-key'
import { storeUser, workAs } from '@dictara/browser/session'
import { afterEach, beforeEach, vi } from 'vitest'
import { page } from 'vitest/browser'
import { endFakeApi, serveFakeApi } from './recorder-tab.tsx'

// All test files share one page and its modules, like those of the web project (web/src/testing/clean-page.ts). Each
// file starts with a clean page, and no helper may declare hooks when it is loaded.
vi.useRealTimers()
vi.unstubAllGlobals()
vi.restoreAllMocks()
workAs(null)
storeUser(null)
localStorage.clear()
sessionStorage.clear()
forgetDraftKeys()
document.body.replaceChildren()
history.replaceState(null, '', location.pathname)
await page.viewport(414, 896)
// Nobody sees the page. Without this, drawing it takes up to a tenth of the CPU of these tests.
;(window.frameElement as HTMLElement).style.opacity = '0'

beforeEach(serveFakeApi)
afterEach(endFakeApi)
