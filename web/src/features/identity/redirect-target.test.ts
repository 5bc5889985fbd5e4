import fc from 'fast-check'
import { expect, test } from 'vitest'
import { times } from '../../../../tools/src/times.ts'
import { redirectTarget } from './redirect-target.ts'

const origins = { web: 'https://web.example.org', recorder: 'https://rec.example.org:4001' }
const target = (text: string) => redirectTarget(Buffer.from(text).toString('base64'), origins)

test('a path, the web app’s own origin and the recorder are allowed [XAUTH-03]', () => {
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
  'https://web.example.org//evil.example.org',
  'https://web.example.org/.//evil.example.org',
  '/.//evil.example.org',
  '/a/..//evil.example.org',
  '',
])('%j is an invalid redirect URL', (text) => {
  expect(target(text)).toBeNull()
})

/** Addresses of all kinds, many of which begin like those of our own applications. */
const addresses = fc.oneof(
  fc.webUrl(),
  fc.string(),
  fc
    .tuple(
      fc.constantFrom('', origins.web, origins.recorder, 'https://web.example.org@', 'https:', '//'),
      fc.array(
        fc.constantFrom('/', '//', '.', '..', '/./', '/../', 'a', 'evil.example.org', '@', ':', '?', '#', '%2f'),
      ),
    )
    .map(([begin, parts]) => begin + parts.join('')),
)

test('invalid base64 is refused, and no target leaves the allowed origins, however a page follows it', () => {
  expect(redirectTarget('%%%', origins)).toBeNull()
  let found = 0
  fc.assert(
    fc.property(addresses, (text) => {
      const place = target(text)
      if (place === null) return
      found += 1
      const { origin, pathname } = new URL(place, origins.web)
      expect([origins.web, origins.recorder]).toContain(origin)
      // A page that navigates only to the path, as routers do, must also stay on this origin.
      expect(new URL(pathname, origins.web).origin).toBe(origins.web)
    }),
    { numRuns: times(1000, 5000) },
  )
  expect(found).toBeGreaterThan(20)
})
