import { expect, test } from 'vitest'
import { usualLimits } from './connection-limits.ts'

test('a reverse proxy’s address is not held to the connection limit of one computer', () => {
  const { isShared } = usualLimits(['10.1.0.0/16', '203.0.113.9', 'fd00::/8'])
  for (const address of [
    '10.1.2.3',
    '::ffff:10.1.2.3',
    '203.0.113.9',
    'fd00::5',
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
  ])
    expect([address, isShared(address)]).toEqual([address, true])
  for (const address of ['10.2.0.1', '::ffff:203.0.113.8', 'fe80::1', ''])
    expect([address, isShared(address)]).toEqual([address, false])
})
