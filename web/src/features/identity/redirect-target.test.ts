import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redirectTarget } from './redirect-target.ts'

const origins = { web: 'https://web.example.org', recorder: 'https://rec.example.org:4001' }
const target = (text: string) => redirectTarget(Buffer.from(text).toString('base64'), origins)

test('a path, the own origin and the recorder are let through [XAUTH-03, XAUTH-04]', () => {
  expect(target('/dashboard/jobs-list?x=1')).toBe('/dashboard/jobs-list?x=1')
  expect(target('https://web.example.org/dashboard')).toBe('/dashboard')
  expect(target('https://rec.example.org:4001/?a=1')).toBe('https://rec.example.org:4001/?a=1')
})

test.each([
  'https://evil.example.org',
  '//evil.example.org',
  '/\\evil.example.org',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://web.example.org@evil.example.org/',
  'https://web.example.org.evil.org/',
  'http://web.example.org/',
  'https://rec.example.org/',
  ' https://web.example.org',
  'https://web.example.org\r\nSet-Cookie: x',
  '',
])('%j is an invalid redirect URL [XAUTH-07]', (text) => {
  expect(target(text)).toBeNull()
})

test('what is not base64 is invalid, and nothing ever leaves the list [XAUTH-07]', () => {
  expect(redirectTarget('%%%', origins)).toBeNull()
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string()), (text) => {
      const found = target(text)
      if (found === null) return
      const { origin } = new URL(found, origins.web)
      expect([origins.web, origins.recorder]).toContain(origin)
    }),
  )
})
