import { getSchema } from '@tiptap/core'
import { history, redo, undo } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { beforeEach, expect, test } from 'vitest'
import { noteToDocument } from '../note-document.ts'
import { blankMark } from '../schema/blank-mark.ts'
import { noteMarks } from '../schema/note-marks.ts'
import { noteNodes } from '../schema/note-nodes.ts'
import { WordMap } from './word-map.ts'

const schema = getSchema([...noteNodes, ...noteMarks, blankMark])
const spoken = 'history colon no fever comma no chills next paragraph plan colon start aspirin today'
const words = spoken
  .split(' ')
  .map((word, index) => ({ word, start: index, end: index + 0.8, confidence: word === 'aspirin' ? 0.3 : 0.9 }))
const section = (id: string, heading: string, ...paragraphs: string[]) => ({
  id,
  heading: { customUIHeading: heading, systemHeading: 'NONE' },
  content: paragraphs.map((value) => ({ value, type: 'Text' as const, newParagraph: true, count: 0 })),
})

let state: EditorState
let map: WordMap

beforeEach(() => {
  const sections = [section('a', 'HISTORY', 'No fever, no chills.'), section('b', 'PLAN', 'Start aspirin today.')]
  const doc = schema.nodeFromJSON(noteToDocument(sections))
  state = EditorState.create({ doc, plugins: [history()] })
  map = new WordMap(words)
  map.placeAll(doc)
})

const edit = (change: (tr: EditorState['tr']) => unknown) => {
  const tr = state.tr
  change(tr)
  apply(tr)
}
const apply = (tr: EditorState['tr']) => {
  const next = state.apply(tr)
  map.carry(state.doc, next.doc, tr.mapping, tr.getMeta('history$') !== undefined)
  state = next
}
const find = (text: string, doc: Node = state.doc) => {
  let at = -1
  doc.forEach((block, offset) => {
    const index = block.textContent.indexOf(text)
    if (index >= 0 && at < 0) at = offset + 1 + index
  })
  return at
}
const spokenAt = (text: string) => map.secondsAt(state.doc, find(text) + 1)
const textAt = (seconds: number) => {
  const range = map.rangeAt(state.doc, seconds)
  return range && state.doc.textBetween(range.from, range.to)
}

test('every written word has the time at which it was spoken, and every moment has its word', () => {
  expect([spokenAt('HISTORY'), spokenAt('chills'), spokenAt('aspirin')]).toEqual([0, 6, 12])
  expect([textAt(3.4), textAt(12.1), textAt(99)]).toEqual(['fever', 'aspirin', undefined])
})

test('typing, splitting and formatting elsewhere do not change the times of words', () => {
  edit((tr) => tr.insertText('Patient reports: ', find('No fever')))
  edit((tr) => tr.split(find('no chills')))
  edit((tr) => tr.addMark(find('aspirin'), find('aspirin') + 7, schema.mark('bold')))
  expect([spokenAt('fever'), spokenAt('chills'), spokenAt('aspirin')]).toEqual([3, 6, 12])
  expect(textAt(12)).toBe('aspirin')
})

test('a corrected word keeps its time and is no longer marked as spoken', () => {
  edit((tr) => tr.insertText('s', find('aspirin') + 7))
  expect(textAt(12)).toBe('aspirins')
  const paragraph = state.doc.lastChild as Node
  expect(map.placedIn(paragraph).map(({ isAsSpoken }) => isAsSpoken)).toEqual([true, false, true])
})

test('text that was never spoken plays from the end of the word before it', () => {
  edit((tr) => tr.insertText(' 81 mg', find('aspirin') + 7))
  expect(spokenAt('mg')).toBe(12.8)
})

test('undo of a deletion finds its words again, and redo removes them', () => {
  edit((tr) => tr.delete(find('no chills'), find('no chills') + 9))
  expect(textAt(6)).toBeUndefined()
  undo(state, apply)
  expect([textAt(5), textAt(6)]).toEqual(['no', 'chills'])
  redo(state, apply)
  expect(textAt(6)).toBeUndefined()
  expect(textAt(3)).toBe('fever')
})

test('undo of deleting everything finds every word again', () => {
  edit((tr) => tr.delete(1, tr.doc.content.size))
  undo(state, apply)
  expect([spokenAt('fever'), spokenAt('chills'), spokenAt('aspirin')]).toEqual([3, 6, 12])
})

test('the conversion’s map, if there is one, decides the times, section by section', () => {
  const doc = schema.nodeFromJSON(
    noteToDocument([section('b', 'PLAN', 'no no aspirin'), section('a', 'HISTORY', 'no chills')]),
  )
  const token = (sectionId: string, text: string, index: number) => ({ sectionId, text, wordIndexes: [index] })
  const mapped = new WordMap(words, [
    token('a', 'no', 5),
    token('a', 'chills', 6),
    token('b', 'no', 2),
    token('b', 'aspirin', 12),
  ])
  mapped.placeAll(doc)
  expect(mapped.secondsAt(doc, find('chills', doc))).toBe(6)
  expect(mapped.secondsAt(doc, find('aspirin', doc))).toBe(12)
})

test('after five hundred random edits every unchanged word is still placed within its own text', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed % below
  }
  for (let round = 0; round < 500; round += 1) {
    edit((tr) => {
      const at = 1 + random(state.doc.content.size - 2)
      const $at = state.doc.resolve(at)
      if ($at.parent.isTextblock && random(3)) tr.insertText(random(2) ? 'x' : ' y ', at)
      else tr.setMeta('nothing', true)
    })
  }
  state.doc.forEach((block) => {
    for (const place of map.placedIn(block)) {
      const text = block.textContent.slice(place.from, place.to)
      if (place.isAsSpoken) expect(text.toLowerCase()).toBe(words[place.first]?.word)
    }
  })
})
