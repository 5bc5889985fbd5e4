import { expect, test } from 'vitest'
import { createFullRounds } from './full-rounds.ts'
import { GiveUp } from './refusal.ts'
import { NoRoom } from './room.ts'

const full = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }))
const noRoom = () => Promise.reject(new NoRoom('there is no room'))

test('work that fills the disk three times in a row is given up, unless it succeeded in between or only waits for room', async () => {
  const inRounds = createFullRounds('It does not fit.')
  await expect(inRounds('a', full)).rejects.toThrow('no space')
  await expect(inRounds('a', full)).rejects.toThrow('no space')
  expect(await inRounds('a', async () => 'done')).toBe('done')
  await expect(inRounds('a', full)).rejects.toThrow('no space')
  await expect(inRounds('a', noRoom)).rejects.toThrow('there is no room')
  await expect(inRounds('b', full)).rejects.toThrow('no space')
  await expect(inRounds('a', full)).rejects.toThrow('no space')
  await expect(inRounds('a', full)).rejects.toThrow(new GiveUp('It does not fit.'))
})
