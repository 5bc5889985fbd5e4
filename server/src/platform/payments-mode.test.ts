import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { paymentsMode } from './payments-mode.ts'

const keys = {
  DICTARA_AUTHORIZE_NET_LOGIN: 'login',
  DICTARA_AUTHORIZE_NET_TRANSACTION_KEY: 'transactions',
  DICTARA_AUTHORIZE_NET_CLIENT_KEY: 'browsers',
}
const served = { DICTARA_PUBLIC_URL: 'https://dictara.example' }

test.each([
  ['play money where the demo is open', {}, 'sandbox'],
  ['nothing without the demo', { DICTARA_DEMO: 'no' }, 'off'],
  ['nothing on a public server', served, 'off'],
  ['Authorize.Net with its keys', keys, 'authorize-net'],
  ['Authorize.Net with its keys on a public server', { ...served, ...keys }, 'authorize-net'],
  ['nothing when that is requested', { ...keys, DICTARA_PAYMENTS: 'off' }, 'off'],
  ['play money when that is requested', { ...keys, DICTARA_PAYMENTS: 'sandbox' }, 'sandbox'],
] as const)('facilities pay %s', (_, settings, mode) => {
  expect(paymentsMode(readConfig(settings))).toBe(mode)
})

test.each([
  [{ ...served, DICTARA_PAYMENTS: 'sandbox' }, 'DICTARA_PAYMENTS=sandbox takes play money only'],
  [{ DICTARA_PAYMENTS: 'authorize-net' }, 'DICTARA_AUTHORIZE_NET_LOGIN is needed'],
  [{ DICTARA_AUTHORIZE_NET_LOGIN: 'login' }, 'DICTARA_AUTHORIZE_NET_CLIENT_KEY is needed'],
  [{ DICTARA_PAYMENTS: 'stripe' }, 'DICTARA_PAYMENTS must be one of off, sandbox, authorize-net'],
  [{ DICTARA_AUTHORIZE_NET_URL: 'api.authorize.net' }, 'DICTARA_AUTHORIZE_NET_URL must be an http or https address'],
])('payment settings that contradict each other are refused with a readable message: %o', (settings, told) => {
  expect(() => readConfig(settings)).toThrow(told)
})
