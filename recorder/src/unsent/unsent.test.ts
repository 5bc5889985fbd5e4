import { expect, test } from 'vitest'
import { arrivedTakes } from './unsent.ts'

test('of a recording from another computer what has arrived without a gap can be sent', () => {
  const dictation = {
    dictationId: 'd',
    patientName: 'Doe, Jane',
    createdDate: '2026-11-20T10:00:00Z',
    takes: [
      { take: 2, received: [[0, 3]] },
      {
        take: 0,
        received: [
          [4, 5],
          [0, 2],
        ],
      },
      { take: 1, received: [[1, 9]] },
    ] as { take: number; received: [number, number][] }[],
  }
  expect(arrivedTakes(dictation)).toEqual([
    { take: 0, chunks: 3 },
    { take: 2, chunks: 4 },
  ])
})
