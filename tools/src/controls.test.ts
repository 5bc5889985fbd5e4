import { expect, test } from 'vitest'
import { controlsPage, problemsOf, readControls, sourceInTree } from './controls.ts'

test('every test cited on the page on controls exists', () => {
  const controls = readControls(controlsPage())
  expect(controls.length).toBeGreaterThan(20)
  expect(problemsOf(controls, sourceInTree)).toEqual([])
})

test('a cited test or file that does not exist is found', () => {
  const planted = readControls(
    [
      '| control | what holds | file | test |',
      '|---|---|---|---|',
      '| S1 | Holds. | `tools/src/controls.test.ts` | a cited test or file that does not exist is found |',
      '| S2 | Planted. | `tools/src/controls.test.ts` | a cited test that nobody wrote |',
      '| R3 | Planted. | `tools/src/no-such.test.ts` | every test |',
      '| S4 | Planted. | `tools/src/controls.ts` | |',
    ].join('\n'),
  )
  expect(problemsOf(planted, sourceInTree)).toEqual([
    'S2 names the test “a cited test that nobody wrote”, which tools/src/controls.test.ts does not have',
    'R3 names the file tools/src/no-such.test.ts, which is not there',
    'S4 names the file tools/src/controls.ts, which is not there',
  ])
})
