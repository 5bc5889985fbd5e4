import { expect, test } from 'vitest'
import { devPlaceOf } from './dev-place.ts'

const staging = { webUrl: 'https://staging.example.org', emrDevUrl: 'https://dev.example.org' }
const path = '/dashboard/verify-emr/1/user/2'
const place = (site: typeof staging | { webUrl: string; emrDevUrl: null }, host: string, query: string) =>
  devPlaceOf(site, host, path, new URLSearchParams(query))

test('only on the staging host does the state DEV redirect to the development host, with code and state [FAC-58]', () => {
  const host = 'staging.example.org'
  expect(place(staging, host, 'code=c&state=DEV')).toBe(`https://dev.example.org${path}?code=c&state=DEV`)
  expect(place(staging, host, 'code=c&state=random')).toBeUndefined()
  expect(place(staging, 'dictara.example.org', 'code=c&state=DEV')).toBeUndefined()
  expect(place({ ...staging, emrDevUrl: null }, host, 'code=c&state=DEV')).toBeUndefined()
})
