import { expect, test } from 'vitest'
import { faultsIn } from './rising-pitch.ts'

const said = Array.from({ length: 40 }, (_, index) => index / 20)
const faults = (seconds: number[]) => faultsIn(seconds, 0, 2)

test('a complete recording has no faults, even with a crackle or seam in one window', () => {
  expect(faults(said)).toEqual([])
  for (const [index, at] of [
    [0, 0.2],
    [20, 0.85],
    [39, 1.75],
  ] as const)
    expect(faultsIn(said.with(index, at), 0, 1.8)).toEqual([])
})

test('missing, repeated, misplaced and cut sound is found', () => {
  expect(faults(said.toSpliced(20, 4))).toHaveLength(1)
  expect(faults(said.toSpliced(20, 0, ...said.slice(17, 20)))).not.toEqual([])
  expect(faults([...said.slice(20), ...said.slice(0, 20)])).not.toEqual([])
  expect(faults(said.slice(8))).toHaveLength(1)
  expect(faults(said.slice(0, 36))).toHaveLength(1)
})
