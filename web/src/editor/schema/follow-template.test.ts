import type { Section } from '@dictara/contract/notes'
import { headingText } from '@dictara/dictation/note-text'
import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentToNote, noteToDocument } from '../note-document.ts'
import { blankMark } from './blank-mark.ts'
import { followTemplate } from './follow-template.ts'
import { noteMarks } from './note-marks.ts'
import { noteNodes } from './note-nodes.ts'

const schema = getSchema([...noteNodes, ...noteMarks, blankMark])
const open = (sections: readonly Section[]) =>
  EditorState.create({ doc: Node.fromJSON(schema, noteToDocument(sections)) })
const wordsOf = (sections: readonly Section[]) =>
  sections.flatMap(({ heading, content }) => [heading.customUIHeading, ...content.map(({ value }) => value)])
const paragraph = (text: string) => schema.nodes.paragraph!.create(null, text ? schema.text(text) : null)

const follow = (sections: readonly Section[], names: readonly string[], standard = '') => {
  const state = open(sections)
  let next = state
  followTemplate(names.map((name) => ({ name, paragraphs: () => [paragraph(standard)] })))(state, (tr) => {
    next = state.apply(tr)
  })
  return documentToNote(next.doc, [])
}

const section = (id: string, customUIHeading: string, ...values: string[]): Section => ({
  id,
  heading: { customUIHeading, systemHeading: 'NONE' },
  content: values.map((value) => ({ value, type: 'Text', newParagraph: true, count: 0 })),
})
const names = (sections: readonly Section[]) => sections.map(({ heading }) => heading.customUIHeading)

test('headings follow the order of the template, missing ones are added with their text, and others come last in their old order', () => {
  const note = [section('a', 'OTHER', 'o'), section('b', 'PLAN', 'p'), section('c', 'Plan', 'q'), section('d', '', 'n')]
  const followed = follow(note, ['History', 'plan', 'PLAN'], 'Not asked.')
  expect(names(followed)).toEqual(['HISTORY', 'PLAN', 'PLAN', 'OTHER', ''])
  expect(followed.map(({ content }) => content[0]?.value)).toEqual(['Not asked.', 'p', 'q', 'o', 'n'])
  expect(followed.slice(1).map(({ id }) => id)).toEqual(['b', 'c', 'a', 'd'])
})

test('in an empty note the blank section becomes the first heading of the template', () => {
  const followed = follow([section('a', '')], ['History', 'Plan'])
  expect(names(followed)).toEqual(['HISTORY', 'PLAN'])
  expect(followed[0]!.id).toBe('a')
})

test('following any templates loses no word and puts all of their headings in order', () => {
  const anyName = fc.oneof(
    fc.constantFrom('Plan', 'PLAN', 'plan ', 'History', 'Straße', 'ﬁt', ''),
    fc.string({ maxLength: 6 }),
  )
  const aNote = fc.array(fc.tuple(anyName, fc.array(fc.stringMatching(/^[a-z ]{0,8}$/), { maxLength: 3 })), {
    minLength: 1,
    maxLength: 7,
  })
  fc.assert(
    fc.property(
      aNote,
      fc.array(fc.array(anyName, { maxLength: 6 }), { minLength: 1, maxLength: 3 }),
      (made, templates) => {
        let note = documentToNote(
          open(made.map(([name, values], at) => section(`s${at}`, headingText(name), ...values))).doc,
          [],
        )
        for (const template of templates) {
          const before = wordsOf(note).filter(Boolean).toSorted()
          note = follow(note, template)
          const after = wordsOf(note).filter(Boolean)
          for (const word of before) after.splice(after.indexOf(word), after.includes(word) ? 1 : Number.NaN)
          const wanted = [...new Set(template.map(headingText).filter(Boolean))]
          // All added words are headings of the template.
          expect(after.filter((word) => !wanted.includes(word))).toEqual([])
          expect([...new Set(names(note))].slice(0, wanted.length)).toEqual(wanted)
          expect(wordsOf(note).filter(Boolean).length).toBe(before.length + after.length)
          expect(new Set(note.map(({ id }) => id)).size).toBe(note.length)
        }
      },
    ),
  )
})
