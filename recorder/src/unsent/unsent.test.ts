import type { StoredTake } from '@dictara/browser/stored-chunks'
import { expect, test } from 'vitest'
import { arrivedTakes } from './unsent.ts'

test('the gapless part of a recording from another computer can be sent', () => {
  const dictation = {
    takes: [
      { take: 2, received: [[0, 3]], durationMs: 3_200 },
      {
        take: 0,
        received: [
          [4, 5],
          [0, 2],
        ],
        durationMs: 4_000,
      },
      { take: 1, received: [[1, 9]], durationMs: 7_200 },
    ] as StoredTake[],
  }
  expect(arrivedTakes(dictation)).toEqual([
    { take: 0, chunks: 3 },
    { take: 1, chunks: 0 },
    { take: 2, chunks: 4 },
  ])
})
