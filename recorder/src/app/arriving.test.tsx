import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openTab, shows } from '../testing/recorder-tab.tsx'

describe('arriving', () => {
  test('the key is redeemed, leaves the address at once, and the page says whose recording it is [XAUTH-10]', async () => {
    openTab('?encryptedKey=key-of-ada&from=create')
    expect(location.search).toBe('')
    await shows('Ada Lovett')
    await shows('Harbour Clinic')
    await shows('New dictation')
  })

  test('without a session it sends to the sign-in of the web application, which knows the way back [XAUTH-03, XAUTH-05]', async () => {
    openTab('?encryptedKey=used')
    await shows(/has been used or has expired/)
    const link = page.getByRole('link', { name: 'Sign in' }).element() as HTMLAnchorElement
    const address = new URL(link.href)
    expect(address.pathname).toBe('/cross-Auth')
    expect(atob(address.searchParams.get('redirect-url')!)).toBe(`${location.origin}/recorder`)
  })
})
