import { getSchema } from '@tiptap/core'
import { history, redo, undo } from '@tiptap/pm/history'
import { EditorState, TextSelection } from '@tiptap/pm/state'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { noteToDocument } from '../note-document.ts'
import { blankMark } from '../schema/blank-mark.ts'
import { noteMarks } from '../schema/note-marks.ts'
import { noteNodes } from '../schema/note-nodes.ts'
import { createReadings, isTurn } from './readings.ts'
import { WordMap } from './word-map.ts'

const schema = getSchema([...noteNodes, ...noteMarks, blankMark])
const words = 'negative for colon cancer start two fifty milligrams then next paragraph rest'
  .split(' ')
  .map((word, index) => ({ word, start: index, end: index + 0.8, confidence: 0.9 }))
const token = (text: string, wordIndexes: number[], unsure?: string[]) => ({
  sectionId: 'a',
  text,
  wordIndexes,
  ...(unsure && { unsure }),
})
/** Tokens as the conversion returns them. */
const tokens = [
  token('Negative', [0]),
  token('for', [1]),
  token('colon', [2], [':', '\n']),
  token('cancer', [3]),
  token('.', []),
  token('Start', [4]),
  token('two fifty', [5, 6], ['250', '2.50']),
  token('mg', [7]),
  token('then', [8]),
  token('next paragraph', [9, 10], ['\n\n']),
  token('rest', [11], []),
  token('.', []),
]
const written = 'Negative for <b>colon</b> cancer. Start two fifty mg then next paragraph rest.'
const docOf = (...lines: string[]) =>
  schema.nodeFromJSON(
    noteToDocument([
      {
        id: 'a',
        heading: { customUIHeading: 'HISTORY', systemHeading: 'NONE' },
        content: lines.map((value) => ({ value, type: 'Text' as const, newParagraph: true, count: 0 })),
      },
    ]),
  )

let state: EditorState
let map: WordMap
let said: string[]
let readings: ReturnType<typeof createReadings>

const open = (...lines: string[]) => {
  said = []
  readings = createReadings(() => map, { onReading: () => undefined, onAnnounce: (text) => said.push(text) })
  state = EditorState.create({ doc: docOf(...lines), plugins: [history(), readings.plugin] })
  map = new WordMap(words, tokens)
  map.placeAll(state.doc)
}
beforeEach(() => open(written))

const apply = (tr: EditorState['tr']) => {
  const next = state.apply(tr)
  if (tr.docChanged) map.carry(state.doc, next.doc, tr.mapping, tr.getMeta('history$') !== undefined || isTurn(tr))
  state = next
}
const lines = () => state.doc.children.slice(1).map(({ textContent }) => textContent)
const find = (text: string) => {
  let at = -1
  state.doc.forEach((block, offset) => {
    const index = block.textContent.indexOf(text)
    if (index >= 0 && at < 0) at = offset + 1 + index
  })
  return at
}
const goTo = (text: string) => apply(state.tr.setSelection(TextSelection.create(state.doc, find(text) + 1)))
const type = (text: string, at: number) => apply(state.tr.insertText(text, at))
const turn = (to?: number) => readings.turn(to)(state, apply)
const unsure = () => {
  const found: string[] = []
  state.doc.forEach((block) => {
    for (const { from, to } of map.unsureIn(block)) found.push(block.textContent.slice(from, to))
  })
  return found
}
const textAt = (seconds: number) => {
  const range = map.rangeAt(state.doc, seconds)
  return range && state.doc.textBetween(range.from, range.to)
}

test('every unsure token is one unsure word, even if it has several words or no other reading [Q209, Q210]', () => {
  expect(unsure()).toEqual(['colon', 'two fifty', 'next paragraph', 'rest'])
  expect(map.countUnsure(state.doc)).toBe(4)
  const badly = new WordMap(
    words.map((word) => ({ ...word, confidence: 0.1 })),
    tokens,
  )
  badly.placeAll(state.doc)
  // The engine was unsure of every word, so no word is marked as unsure.
  expect([badly.isLittleUnderstood(state.doc), badly.countUnsure(state.doc)]).toEqual([true, 4])
})

test('turning an unsure word cycles through its readings, with one undo step each, and keeps the times of other words [Q209]', () => {
  goTo('colon')
  const [was, ends] = [lines(), 'Start two fifty mg then next paragraph rest.']
  expect(turn()).toBe(true)
  expect(lines()).toEqual([`Negative for: cancer. ${ends}`])
  expect(unsure()).toEqual(['two fifty', 'next paragraph', 'rest'])
  expect([1, 2, 3].map(textAt)).toEqual(['for', ':', 'cancer'])
  expect([find('for') + 3, find(':') + 1].map((at) => map.secondsAt(state.doc, at))).toEqual([1, 2])
  turn()
  expect(lines()).toEqual(['Negative for', `Cancer. ${ends}`])
  expect(state.selection.from).toBe(find('Cancer'))
  expect([1, 2, 3].map(textAt)).toEqual(['for', undefined, 'Cancer'])
  const broken = state.doc
  turn()
  expect(lines()).toEqual(was)
  expect(state.doc.textBetween(state.selection.from, state.selection.to)).toBe('colon')
  expect(state.doc.nodeAt(find('colon'))?.marks.map(({ type: { name } }) => name)).toEqual(['bold'])
  expect(unsure()).toContain('colon')
  expect(textAt(2)).toBe('colon')
  undo(state, apply)
  expect(state.doc.eq(broken)).toBe(true)
  undo(state, apply)
  expect(lines()).toEqual([`Negative for: cancer. ${ends}`])
  undo(state, apply)
  expect([lines(), unsure()[0]]).toEqual([was, 'colon'])
  redo(state, apply)
  expect(textAt(2)).toBe(':')
  goTo(':')
  // Turning continues from the state that redo restored.
  turn()
  expect(state.doc.eq(broken)).toBe(true)
  expect(said).toEqual([
    'Now a colon. Alt+Enter: a new line.',
    'Now a new line. Alt+Enter: back to “colon”.',
    '“colon” as it was said. Alt+Enter: a colon.',
    'Now a new line. Alt+Enter: back to “colon”.',
  ])
})

test('a number with two readings changes between them, and still covers all of its spoken words [Q210]', () => {
  goTo('fifty')
  turn()
  expect(lines()[0]).toContain('Start 250 mg then')
  expect([4, 5, 6, 7].map(textAt)).toEqual(['Start', '250', '250', 'mg'])
  turn()
  expect(lines()[0]).toContain('Start 2.50 mg then')
  expect([5, 6].map(textAt)).toEqual(['2.50', '2.50'])
  turn()
  expect(lines()[0]).toContain('Start two fifty mg then')
  turn(2)
  expect(lines()[0]).toContain('Start 2.50 mg then')
  expect(said.slice(0, 2)).toEqual(['Now “250”. Alt+Enter: “2.50”.', 'Now “2.50”. Alt+Enter: back to “two fifty”.'])
})

test('a paragraph command becomes a blank line, and the next paragraph begins with a capital letter [Q209]', () => {
  goTo('next paragraph')
  turn()
  expect(lines().slice(1)).toEqual(['', 'Rest.'])
  expect(lines()[0]).toMatch(/mg then$/)
  expect([8, 11].map(textAt)).toEqual(['then', 'Rest'])
  turn()
  expect(lines()).toEqual([expect.stringMatching(/then next paragraph rest\.$/)])
})

test('typing elsewhere does not affect a reading, and a word changed by hand is no longer unsure', () => {
  goTo('colon')
  turn()
  type('Seen today. ', find('Negative'))
  type(' again', find(' then'))
  goTo(':')
  turn()
  expect(lines()[0]).toBe('Seen today. Negative for')
  turn()
  expect(unsure()[0]).toBe('colon')
  type('s', find('colon') + 5)
  type('s', find('fifty') + 5)
  expect(unsure()).toEqual(['next paragraph', 'rest'])
  const text = lines()
  for (const word of ['colons', 'fiftys', 'two', 'rest', 'Negative']) {
    goTo(word)
    expect([word, turn()]).toEqual([word, false])
  }
  expect(lines()).toEqual(text)
})

test('a command that the conversion left at the beginning of a line is removed, and the next turn or undo restores it', () => {
  open('Negative for', 'Colon cancer.')
  goTo('Colon')
  turn()
  expect([lines(), said.at(-1)]).toEqual([['Negative for', 'Cancer.'], 'Now a colon. Alt+Enter: a new line.'])
  turn(0)
  expect(lines()).toEqual(['Negative for', 'Colon cancer.'])
  turn(1)
  undo(state, apply)
  expect([lines(), unsure()]).toEqual([['Negative for', 'Colon cancer.'], ['Colon']])
  // This also works if the word is the only one in its line.
  open('Negative for', 'Colon')
  goTo('Colon')
  turn()
  expect(lines()).toEqual(['Negative for', ''])
  undo(state, apply)
  expect(lines()).toEqual(['Negative for', 'Colon'])
})

test('after the note is opened again, a chosen reading is not marked and keeps its place in the sound, and the rest is unchanged', () => {
  open('Negative for: cancer. Start 250 mg then', '', 'Rest.')
  expect(unsure()).toEqual(['Rest'])
  expect([1, 2, 3, 5, 6, 7, 8, 11].map(textAt)).toEqual(['for', ':', 'cancer', '250', '250', 'mg', 'then', 'Rest'])
  open('Negative for', 'Cancer. Start two fifty mg then next paragraph rest.')
  expect(unsure()).toEqual(['two fifty', 'next paragraph', 'rest'])
  open('Negative for cancer.')
  expect([unsure(), textAt(2)]).toEqual([[], undefined])
})

test('after any typing, turns, undo and redo, everything can be undone, and every word is found again', () => {
  const place = fc.nat({ max: 200 })
  const action = fc.oneof(
    fc.record({ does: fc.constant('turn'), at: place }),
    fc.record({ does: fc.constant('turn'), at: place }),
    fc.record({ does: fc.constantFrom('type', 'delete', 'split', 'undo', 'redo'), at: place }),
  )
  const isText = (at: number) => state.doc.resolve(at).parent.type.name === 'paragraph'
  const act = ({ does, at: wanted }: { does: string; at: number }) => {
    const at = 1 + (wanted % (state.doc.content.size - 1))
    if (does === 'undo') return undo(state, apply)
    if (does === 'redo') return redo(state, apply)
    if (!isText(at) || !isText(at + 1)) return undefined
    if (does === 'type') return type('x ', at)
    if (does === 'delete') return apply(state.tr.delete(at, at + 1))
    if (does === 'split') return apply(state.tr.split(at))
    apply(state.tr.setSelection(TextSelection.create(state.doc, at)))
    return turn()
  }
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
      open(written)
      const [was, marked] = [state.doc, unsure()]
      for (const one of actions) act(one)
      while (undo(state, apply));
      expect(state.doc.eq(was)).toBe(true)
      expect(unsure()).toEqual(marked)
      expect([0, 1, 2, 3, 5, 11].map(textAt)).toEqual(['Negative', 'for', 'colon', 'cancer', 'two', 'rest'])
    }),
  )
})
