import { expect, test } from 'vitest'
import { beginning, goOn, goTo, hear } from './checklist.ts'

const names = ['SUBJECTIVE', 'Objective', 'PLAN']

test('what is said leads the checklist: a heading to itself, “next heading” to the following, each ticking where it was', () => {
  const second = hear(beginning, names, 'OBJECTIVE')
  expect(second).toEqual({ at: 1, done: new Set([0]) })
  expect(hear(second, names, null)).toEqual({ at: 2, done: new Set([0, 1]) })
  // back to one that was left out, or said once more
  expect(hear(second, names, 'SUBJECTIVE')).toEqual({ at: 0, done: new Set([0, 1]) })
  expect(hear(second, names, 'Objective')).toBe(second)
  expect(hear(second, names, 'NONE OF THEM')).toBe(second)
})

test('behind the last heading there is none, and whoever leads it by hand ticks what they leave by going on', () => {
  const last = goTo(beginning, 2)
  expect(last).toEqual({ at: 2, done: new Set() })
  const over = goOn(last, 3)
  expect(over).toEqual({ at: 3, done: new Set([2]) })
  expect(goOn(over, 3)).toEqual(over)
  expect(hear(over, names, 'PLAN')).toEqual({ at: 2, done: new Set([2]) })
})
