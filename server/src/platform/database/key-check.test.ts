import { expect, test } from 'vitest'
import { secretsFrom } from '../secrets.ts'
import { keyCheckOf } from './key-check.ts'

test('the check value of a master key is the same as in every earlier version', () => {
  expect(keyCheckOf(secretsFrom(Buffer.alloc(32, 7))).toString('hex')).toBe(
    '50039067e20a4f1ff5d630633db3b23f68c66cee588f8fbbd45a944efd73a6ac',
  )
})
