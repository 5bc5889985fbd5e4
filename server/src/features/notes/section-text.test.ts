import { expect, test } from 'vitest'
import { cleanHeading } from './section-text.ts'

test('a heading matches the system’s in any case, and is NONE otherwise [EDIT-57]', () => {
  const known = ['Assessment', 'Plan']
  expect(cleanHeading(' assessMENT ', known)).toEqual({ customHeading: 'ASSESSMENT', systemHeading: 'Assessment' })
  expect(cleanHeading('Next  steps', known)).toEqual({ customHeading: 'NEXT STEPS', systemHeading: 'NONE' })
})
