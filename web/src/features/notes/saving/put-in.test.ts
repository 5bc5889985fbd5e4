import { fieldsMost } from '@dictara/contract/notes'
import { expect, test } from 'vitest'
import { createPutIn } from './put-in.ts'

test('a save reports at most as many fields as the server accepts, and the next save reports the rest', () => {
  const field = { name: 'MRN', value: 'HS10001', second: 0, before: '', after: '' }
  const putIn = createPutIn(
    Array.from({ length: 5 }, (_, index) => ({
      id: String(index),
      phraseId: null,
      letters: 9,
      undone: false,
      fields: Array.from({ length: fieldsMost / 2 - 1 }, (__, at) => ({ ...field, id: `${index}-${at}` })),
    })),
  )
  const told: string[][] = []
  for (let waiting = putIn.waiting(); waiting.length > 0; waiting = putIn.waiting()) {
    told.push(waiting.map(({ id }) => id))
    putIn.arrived(waiting)
  }
  expect(told).toEqual([['0', '1'], ['2', '3'], ['4']])
})
