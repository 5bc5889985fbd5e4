import { describe, expect, test } from 'vitest'
import {
  type CorpusHalf,
  type CorpusItem,
  type CorpusNote,
  readCorpus,
  readCorpusNote,
} from './read-corpus.fixtures.ts'

const halves: CorpusHalf[] = ['seen', 'unseen']
const notes = halves.flatMap((half) => readCorpus(half))

const noteWith = (text: string, item: object) =>
  JSON.stringify({ title: 'Note', sections: [{ heading: 'Plan', text }], items: [{ section: 0, ...item }] })

const plain = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ')
const textOf = (note: CorpusNote, item: CorpusItem) => note.sections[item.section]?.text ?? ''

/** Fields that hold words of our own (names of vitals and sides), and what an abbreviation stands for. */
const ownWords = new Set(['vital name', 'side side', 'problem side'])
const standsFor = new Set(['none known', 'eye', 'ear'])

/** Returns the annotated fields whose words do not occur in the section in the same order. */
function strangeFields(note: CorpusNote, item: CorpusItem): string[] {
  const text = plain(textOf(note, item))
  const isThere = (value: string) => {
    let from = 0
    return plain(value)
      .split(' ')
      .every((word) => (from = text.indexOf(word, from) + 1) > 0)
  }
  return Object.entries(item.fields).flatMap(([field, value]) =>
    value === true || ownWords.has(`${item.kind} ${field}`) || standsFor.has(String(value)) || isThere(String(value))
      ? []
      : [`${note.title}: ${field} "${String(value)}"`],
  )
}

describe('a note of the corpus', () => {
  test('has its evidence at the place of the quote, as whole words', () => {
    const item = { kind: 'problem', quote: 'pain', name: 'pain' }
    const note = readCorpusNote(noteWith('Painful, with pain.', item))
    expect(note.items).toEqual([{ kind: 'problem', section: 0, start: 14, end: 18, fields: { name: 'pain' } }])
  })

  test('must name the occurrence if the quote occurs several times, and only then', () => {
    const item = { kind: 'problem', quote: 'cough', name: 'cough' }
    expect(readCorpusNote(noteWith('cough, cough', { ...item, nth: 2 })).items[0]?.start).toBe(7)
    expect(() => readCorpusNote(noteWith('cough, cough', item))).toThrow('occurs 2 times')
    expect(() => readCorpusNote(noteWith('cough, cough', { ...item, nth: 3 }))).toThrow('occurs only 2 times')
    expect(() => readCorpusNote(noteWith('a cough', { ...item, nth: 1 }))).toThrow('occurs 1 times')
  })

  test('is refused if a quote is empty or not in its section', () => {
    expect(() => readCorpusNote(noteWith('No fever.', { kind: 'problem', quote: 'cough' }))).toThrow(
      'not in its section',
    )
    expect(() => readCorpusNote(noteWith('No fever.', { kind: 'problem', quote: '' }))).toThrow('not in its section')
    expect(() => readCorpusNote(noteWith('A cough.', { kind: 'problem', section: 1, quote: 'cough' }))).toThrow(
      'no section 1',
    )
  })

  test('is refused if a kind, field or value is unknown', () => {
    const read = (item: object) => () => readCorpusNote(noteWith('A cough.', { quote: 'cough', ...item }))
    expect(read({ kind: 'complaint' })).toThrow('unknown kind "complaint"')
    expect(read({ kind: 'problem', dose: '10 mg' })).toThrow('no field "dose"')
    expect(read({ kind: 'problem', negated: false })).toThrow('neither words nor true')
  })
})

describe('the corpus', () => {
  test('has only fields made of words of their section', () => {
    expect(notes.flatMap((note) => note.items.flatMap((item) => strangeFields(note, item)))).toEqual([])
  })

  test('names the sides left, right and both only', () => {
    const sides = notes.flatMap(({ items }) =>
      items.map(({ fields }) => fields.side).filter((side) => side !== undefined),
    )
    expect([...new Set(sides)].sort()).toEqual(['both', 'left', 'right'])
  })

  test('contains no note and no item twice', () => {
    const texts = notes.map(({ sections }) => plain(sections.map(({ text }) => text).join(' ')))
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
    const places = notes.flatMap(({ title, items }) =>
      items.map(({ kind, section, start, end }) => [title, kind, section, start, end].join('|')),
    )
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([])
  })

  test('has at least 60 notes and 900 items, in halves that differ by at most 15 percent', () => {
    expect(notes.length).toBeGreaterThanOrEqual(60)
    expect(notes.flatMap(({ items }) => items).length).toBeGreaterThanOrEqual(900)
    for (const count of [
      (half: CorpusHalf) => readCorpus(half).length,
      (half: CorpusHalf) => readCorpus(half).flatMap(({ items }) => items).length,
    ]) {
      const [seen, unseen] = [count('seen'), count('unseen')]
      expect(Math.abs(seen - unseen) / Math.max(seen, unseen)).toBeLessThanOrEqual(0.15)
    }
  })
})
