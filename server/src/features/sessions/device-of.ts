import type { SignedInPlace } from '@dictara/contract/sessions'
import Bowser from 'bowser'

type Device = Pick<SignedInPlace, 'browser' | 'system' | 'isPhone'>

const unknown: Device = { browser: null, system: null, isPhone: false }

/** What a browser says of itself, in the words that people use: what it does not say, or says unheard of, is null. */
export function deviceOf(userAgent: string | null): Device {
  if (!userAgent?.trim()) return unknown
  const { browser, os, platform } = Bowser.parse(userAgent)
  return {
    browser: browser.name || null,
    system: os.name || null,
    isPhone: platform.type === 'mobile' || platform.type === 'tablet',
  }
}
