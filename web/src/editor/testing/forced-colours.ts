import { expect } from 'vitest'
import { cdp } from 'vitest/browser'

/** Runs a check with forced colours, as when the operating system overrides all colours. */
export async function inForcedColours(seen: () => void | Promise<void>): Promise<void> {
  const force = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })
  await force('active')
  try {
    expect(matchMedia('(forced-colors: active)').matches).toBe(true)
    await seen()
  } finally {
    await force('')
  }
}
