import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openTab, shows } from '../testing/recorder-tab.tsx'

describe('arriving', () => {
  test('redeems the key, removes it from the address immediately, and says whose recording it is [XAUTH-10]', async () => {
    openTab('?encryptedKey=key-of-ada&from=create')
    expect(location.search).toBe('')
    await shows('Ada Lovett')
    await shows('Harbour Clinic')
    await shows('New dictation')
  })

  test('without a session opens the sign-in of the web application, with the way back [XAUTH-03, XAUTH-05]', async () => {
    openTab('?encryptedKey=used')
    await shows(/has been used or has expired/)
    const link = page.getByRole('link', { name: 'Sign in' }).element() as HTMLAnchorElement
    const address = new URL(link.href)
    expect(address.pathname).toBe('/cross-Auth')
    expect(atob(address.searchParams.get('redirect-url')!)).toBe(`${location.origin}/recorder`)
  })
})
