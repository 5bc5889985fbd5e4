import { expect, test } from 'vitest'
import { beginning, fromKept, goOn, goTo, hear, toKept } from './checklist.ts'

const names = ['SUBJECTIVE', 'Objective', 'PLAN']

test('speech moves the checklist: a heading to itself, “next heading” to the following one, and the one before is ticked', () => {
  const second = hear(beginning, names, 'OBJECTIVE')
  expect(second).toEqual({ at: 1, done: new Set([0]) })
  expect(hear(second, names, null)).toEqual({ at: 2, done: new Set([0, 1]) })
  // A heading is heard that was skipped before, or the current one is repeated.
  expect(hear(second, names, 'SUBJECTIVE')).toEqual({ at: 0, done: new Set([0, 1]) })
  expect(hear(second, names, 'Objective')).toBe(second)
  expect(hear(second, names, 'NONE OF THEM')).toBe(second)
})

test('there is no heading after the last one, and moving on by hand ticks the heading before', () => {
  const last = goTo(beginning, 2)
  expect(last).toEqual({ at: 2, done: new Set() })
  const over = goOn(last, 3)
  expect(over).toEqual({ at: 3, done: new Set([2]) })
  expect(goOn(over, 3)).toEqual(over)
  expect(hear(over, names, 'PLAN')).toEqual({ at: 2, done: new Set([2]) })
})

test('a checklist is stored by the names of its headings, and is restored on a template that was changed meanwhile', () => {
  const list = { at: 2, done: new Set([0]) }
  const kept = toKept(list, names)
  expect(fromKept(kept, names)).toEqual(list)
  expect(fromKept(undefined, names)).toEqual(beginning)
  // The template now has another heading in front, and one is spelled differently.
  expect(fromKept(kept, ['HISTORY', 'Subjective', 'OBJECTIVE', 'Plan'])).toEqual({ at: 3, done: new Set([1]) })
  // The template no longer has the current heading, or no longer under that name.
  expect(fromKept(kept, ['SUBJECTIVE', 'OBJECTIVE'])).toEqual({ at: 1, done: new Set([0]) })
  expect(fromKept(kept, ['SUBJECTIVE'])).toEqual({ at: 1, done: new Set([0]) })
  // The checklist was finished although some headings were skipped. On another template it starts again.
  const over = { at: 3, done: new Set([2]) }
  expect(fromKept(toKept(over, names), names)).toEqual(over)
  expect(fromKept(toKept(over, names), ['EXAM'])).toEqual(beginning)
})
