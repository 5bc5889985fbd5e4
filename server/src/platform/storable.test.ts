import { expect, test } from 'vitest'
import { storable } from './storable.ts'

test('texts of other systems lose NUL characters and half surrogate pairs, and show where they were cut', () => {
  const at = new Date()
  expect(
    storable(
      { name: 'Gre\0ta', list: [{ text: 'x'.repeat(11) }, 'y\ud83d'], half: `${'z'.repeat(8)}😀z`, at, no: null },
      10,
    ),
  ).toEqual({
    name: 'Greta',
    list: [{ text: `${'x'.repeat(9)}…` }, 'y\ufffd'],
    half: `${'z'.repeat(8)}\ufffd…`,
    at,
    no: null,
  })
})
