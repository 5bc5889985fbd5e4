import type { Plugin } from 'vite'

/** What a row of the contract says for its readers is nothing for browsers to load (docs/decisions/0007). */
export const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('/contract/src/features/')) return undefined
    return { code: code.replaceAll(/^ +summary:\s+(['`"])(?:\\.|(?!\1)[^\\])*\1,\n/gm, ''), map: null }
  },
})
