import type { Section } from '@dictara/contract/notes'
import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { documentToNote, noteToDocument } from '../note-document.ts'
import { addHeading } from './add-heading.ts'
import { blankMark } from './blank-mark.ts'
import { noteMarks } from './note-marks.ts'
import { noteNodes } from './note-nodes.ts'

const schema = getSchema([...noteNodes, ...noteMarks, blankMark])
const template = ['History', 'Allergies', 'Exam', 'Plan'].map((name) => ({
  name,
  paragraphs: () => [schema.nodes.paragraph!.create(null, name === 'Exam' ? schema.text('Well.') : null)],
}))
const note = (...names: string[]): Section[] =>
  names.map((name) => ({
    id: `of ${name}`,
    heading: { customUIHeading: name, systemHeading: 'NONE' },
    content: name ? [{ value: `Text of ${name}.`, type: 'Text', newParagraph: true, count: 0 }] : [],
  }))

/** Adds a heading. Returns the headings of the note, and the text of the caret's paragraph with the caret as |. */
const added = (sections: readonly Section[], name: string) => {
  let state = EditorState.create({ doc: Node.fromJSON(schema, noteToDocument(sections)) })
  const isDone = addHeading(template, name)(state, (tr) => (state = state.apply(tr)))
  const { parent, parentOffset } = state.selection.$head
  const sectionsNow = documentToNote(state.doc, [])
  return {
    isDone,
    ids: sectionsNow.map(({ id }) => id),
    headings: sectionsNow.map(({ heading }) => heading.customUIHeading),
    caret: `${parent.textContent.slice(0, parentOffset)}|${parent.textContent.slice(parentOffset)}`,
  }
}

test.each([
  ['after the nearest heading before it', ['OTHER', 'HISTORY', 'PLAN'], 'Exam', ['OTHER', 'HISTORY', 'EXAM', 'PLAN']],
  ['before the nearest heading after it', ['OTHER', 'PLAN', 'MORE'], 'History', ['OTHER', 'HISTORY', 'PLAN', 'MORE']],
  ['after the last of two equal headings', ['HISTORY', 'HISTORY', 'X'], 'Exam', ['HISTORY', 'HISTORY', 'EXAM', 'X']],
  ['last if the note has none of the others', ['OTHER', 'MORE'], 'allergies', ['OTHER', 'MORE', 'ALLERGIES']],
])('adding a heading of the template puts it %s', (_where, names, name, expected) => {
  expect(added(note(...names), name).headings).toEqual(expected)
})

test('the caret is placed after the default text of an added heading, or in its empty line', () => {
  expect(added(note('HISTORY'), 'Exam').caret).toBe('Well.|')
  expect(added(note('HISTORY'), 'Plan')).toMatchObject({ caret: '|', isDone: true })
})

test('in an empty note the blank section becomes the added heading and keeps its id', () => {
  expect(added(note(''), 'Plan')).toMatchObject({ headings: ['PLAN'], ids: ['of '] })
})

test('adding an existing heading moves the caret there, and a name that is not in the template adds nothing', () => {
  expect(added(note('HISTORY', 'PLAN'), 'Plan')).toMatchObject({
    headings: ['HISTORY', 'PLAN'],
    caret: '|Text of PLAN.',
  })
  expect(added(note('HISTORY'), 'Nothing')).toMatchObject({ headings: ['HISTORY'], isDone: false })
})
