import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanHeading, cleanValue, plainText } from './section-text.ts'

const piece = fc.constantFrom(
  '<b>',
  '</b>',
  '<i>',
  '</i>',
  '<u>',
  '</s>',
  '<s>',
  '&lt;',
  '&amp;',
  '<',
  '>',
  '&',
  'dose ',
  '5',
  '<script>',
)
const value = fc.array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 30 }).map((parts) => parts.join(''))

test('a cleaned value is clean, and reads the same as before [EDIT-56]', () => {
  fc.assert(
    fc.property(value, (any) => {
      const clean = cleanValue(any)
      expect(cleanValue(clean)).toBe(clean)
      expect(plainText(clean)).toBe(plainText(any))
    }),
  )
})

test('a cleaned value holds no other tag than the four formats, well nested [EDIT-56]', () => {
  fc.assert(
    fc.property(value, (any) => {
      const open: string[] = []
      for (const [tag, slash, name] of cleanValue(any).matchAll(/<(\/?)([^>]*)>/g)) {
        expect(['b', 'i', 'u', 's']).toContain(name)
        if (!slash) open.push(name!)
        else expect(tag).toBe(`</${open.pop()}>`)
      }
      expect(open).toEqual([])
    }),
  )
})

test('a heading matches the system’s in any case, and is NONE otherwise [EDIT-57]', () => {
  const known = ['Assessment', 'Plan']
  expect(cleanHeading(' assessMENT ', known)).toEqual({ customHeading: 'ASSESSMENT', systemHeading: 'Assessment' })
  expect(cleanHeading('Next  steps', known)).toEqual({ customHeading: 'NEXT STEPS', systemHeading: 'NONE' })
})
