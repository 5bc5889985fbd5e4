import { expect, test } from 'vitest'
import { keptTokens } from './kept-tokens.ts'

test('a token is requested again when it is forgotten, shortly before it expires, or after an hour at the latest', async () => {
  let [now, asked] = [0, 0]
  const lifetimes: Record<string, number | null> = { short: 60, long: 86_400, silent: null }
  const tokens = keptTokens({ now: () => new Date(now * 1000) }, async (access: string) => ({
    token: `${access} ${(asked += 1)}`,
    seconds: lifetimes[access]!,
  }))
  const get = (access: string, at: number) => {
    now = at
    return tokens.get(access, AbortSignal.any([]))
  }
  expect([await get('short', 0), await get('short', 29), await get('short', 30)]).toEqual([
    'short 1',
    'short 1',
    'short 2',
  ])
  expect([await get('silent', 30), await get('silent', 299), await get('silent', 300)]).toEqual([
    'silent 3',
    'silent 3',
    'silent 4',
  ])
  expect([await get('long', 300), await get('long', 3_869), await get('long', 3_870)]).toEqual([
    'long 5',
    'long 5',
    'long 6',
  ])
  tokens.forget('long')
  expect(await get('long', 3_871)).toBe('long 7')
})
