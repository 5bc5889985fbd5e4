import type { Section } from '@dictara/contract/notes'
import { cleanText, type TextFormat, textFormats, writeText } from '@dictara/dictation/note-text'
import { getSchema } from '@tiptap/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentToNote, noteToDocument } from './note-document.ts'
import { blankMark } from './schema/blank-mark.ts'
import { noteMarks } from './schema/note-marks.ts'
import { noteNodes } from './schema/note-nodes.ts'

const schema = getSchema([...noteNodes, ...noteMarks, blankMark])
const throughTheEditor = (sections: readonly Section[], systemHeadings: readonly string[] = []) => {
  const doc = schema.nodeFromJSON(noteToDocument(sections))
  doc.check()
  return documentToNote(doc, systemHeadings, new Map(sections.map((section) => [section.id, section])))
}

const trickyText = fc.oneof(
  fc.string({ minLength: 1 }),
  fc
    .array(
      fc.constantFrom('<b>', '</b>', '<script>', '&lt;', '&amp;', '&', '<', 'BP 120/80', 'x > 3', '\n', ' ', 'ß'),
      {
        minLength: 1,
      },
    )
    .map((parts) => parts.join('')),
)
// oxlint-disable-next-line no-control-regex -- the server refuses these, the editor drops them
const storable = trickyText.map((text) => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '') || 'x')
const formats = fc.subarray<TextFormat>([...textFormats])
const value = fc
  .array(fc.record({ text: storable, formats }), { minLength: 1, maxLength: 5 })
  .map((runs) => cleanText(writeText(runs)))
const item = (text: fc.Arbitrary<string>) =>
  fc.record({ value: text, type: fc.constant('Text' as const), newParagraph: fc.boolean(), count: fc.nat(3) })
/**
 * Sections as the editor writes them: only the last paragraph of a section may be empty, and a single empty paragraph
 * counts as no text.
 */
const content = fc
  .tuple(fc.array(item(value), { maxLength: 4 }), fc.option(item(fc.constant('')), { nil: undefined }))
  .map(([items, last]) => (last && (items.length || last.count) ? [...items, last] : items))
const section = fc.record({
  id: fc.uuid(),
  version: fc.nat(9),
  heading: fc.record({
    customUIHeading: fc.constantFrom('', 'HISTORY', 'PLAN', 'HPI: <B> & MORE'),
    systemHeading: fc.constantFrom('NONE', 'HISTORY OF PRESENT ILLNESS'),
  }),
  content,
})
const note = fc.uniqueArray(section, { minLength: 1, maxLength: 5, selector: ({ id }) => id })

describe('the conversion of a note for the editor', () => {
  test('returns every canonical note exactly [EDIT-30, EDIT-56]', () => {
    fc.assert(
      fc.property(note, (sections) => {
        expect(throughTheEditor(sections)).toEqual(sections)
      }),
      { numRuns: 500 },
    )
  })

  test('gives a note without sections the default heading, blank and NONE [EDIT-32, EDIT-10]', () => {
    expect(throughTheEditor([])).toEqual([
      { id: 'default-heading-id', heading: { customUIHeading: '', systemHeading: 'NONE' }, content: [] },
    ])
  })

  test('puts headings in upper case and matches them to the system list in any case, or NONE if unknown [EDIT-57]', () => {
    const named = (customUIHeading: string) =>
      documentToNote(
        schema.nodeFromJSON(
          noteToDocument([{ id: 'new-1', heading: { customUIHeading, systemHeading: 'NONE' }, content: [] }]),
        ),
        ['History of Present Illness', 'Plan'],
      )[0]?.heading
    expect(named('history of  present illness ')).toEqual({
      customUIHeading: 'HISTORY OF PRESENT ILLNESS',
      systemHeading: 'History of Present Illness',
    })
    expect(named('Follow up')).toEqual({ customUIHeading: 'FOLLOW UP', systemHeading: 'NONE' })
  })

  test('keeps the system heading of a heading renamed by the clinic while its text is unchanged [EDIT-57]', () => {
    const sections = [
      { id: 'a', version: 1, heading: { customUIHeading: 'Hpi', systemHeading: 'HISTORY' }, content: [] },
    ]
    expect(throughTheEditor(sections, ['PLAN'])[0]?.heading).toEqual({
      customUIHeading: 'HPI',
      systemHeading: 'HISTORY',
    })
  })
})
