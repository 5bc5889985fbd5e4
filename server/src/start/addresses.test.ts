import { expect, test } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { addressesOf } from './addresses.ts'

test.each([
  ['a developer’s computer', {}, 'http://localhost:4000', 'http://localhost:4001'],
  [
    'other ports, with a certificate',
    { DICTARA_PORT: '5000', DICTARA_RECORDER_PORT: '5001', DICTARA_TLS_CERT: '/c', DICTARA_TLS_KEY: '/k' },
    'https://localhost:5000',
    'https://localhost:5001',
  ],
  [
    'a production host',
    { DICTARA_PUBLIC_URL: 'https://dictara.example.org/' },
    'https://dictara.example.org',
    'https://dictara.example.org:4001',
  ],
  [
    'a production host for each application',
    { DICTARA_PUBLIC_URL: 'https://dictara.example.org', DICTARA_RECORDER_PUBLIC_URL: 'https://record.example.org' },
    'https://dictara.example.org',
    'https://record.example.org',
  ],
])('the addresses of %s follow from the environment [ERR-01]', (_name, env, web, recorder) => {
  expect(addressesOf(readConfig(env))).toEqual({ web, recorder })
})

test('two applications on one port are refused with a readable message, before anything starts', () => {
  expect(() => readConfig({ DICTARA_PORT: '5000', DICTARA_RECORDER_PORT: '5000' })).toThrow(
    'DICTARA_PORT and DICTARA_RECORDER_PORT are the same; each needs its own port',
  )
})
