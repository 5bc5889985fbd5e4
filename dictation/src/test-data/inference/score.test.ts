import { describe, expect, test } from 'vitest'
import { inferNote } from '../../inference/infer-note.ts'
import type { InferredItem } from '../../inference/items.ts'
import { type CorpusHalf, type CorpusNote, readCorpus } from './read-corpus.fixtures.ts'
import { ratesOf, scoreNotes } from './score.ts'

const note: CorpusNote = {
  title: 'Note',
  sections: [{ heading: 'HPI', text: 'No severe headache. Aspirin 81 mg daily.' }],
  items: [
    { kind: 'problem', section: 0, start: 3, end: 18, fields: { name: 'headache', negated: true } },
    {
      kind: 'medication',
      section: 0,
      start: 20,
      end: 39,
      fields: { name: 'Aspirin', dose: '81 mg', frequency: 'daily' },
    },
  ],
}
const problem: InferredItem = { kind: 'problem', section: 0, start: 3, end: 18, name: 'severe headache', negated: true }
const drug: InferredItem = {
  kind: 'medication',
  section: 0,
  start: 20,
  end: 39,
  name: 'aspirin',
  dose: '81 mg',
  frequency: 'daily',
}
const scoreOf = (...items: InferredItem[]) => scoreNotes([note], () => items)

describe('the score', () => {
  test('is full if kind, section, name and place agree', () => {
    const { byKind, contexts, outside } = scoreOf(problem, drug)
    expect(ratesOf(byKind.problem!)).toEqual({ precision: 1, recall: 1, f1: 1 })
    expect(byKind['medication with dose']).toEqual({ expected: 1, found: 1, matched: 1 })
    expect(contexts).toEqual({ matched: 1, right: 1, negation: 1, side: 1 })
    expect(outside).toBe(0)
  })

  test('counts an item once, and further findings reduce precision', () => {
    expect(ratesOf(scoreOf(problem, problem, drug).byKind.problem!)).toEqual({ precision: 0.5, recall: 1, f1: 2 / 3 })
    expect(scoreOf().byKind.problem).toEqual({ expected: 1, found: 0, matched: 0 })
  })

  test('is lower for a wrong name, place, dose or negation', () => {
    expect(scoreOf({ ...problem, name: 'headache disorder' }).byKind.problem?.matched).toBe(0)
    expect(scoreOf({ ...problem, start: 20, end: 27 }).byKind.problem?.matched).toBe(0)
    expect(scoreOf({ ...drug, dose: '8 mg' }).byKind).toMatchObject({
      medication: { matched: 1 },
      'medication with dose': { matched: 0 },
    })
    expect(scoreOf({ ...problem, negated: false }).contexts).toEqual({ matched: 1, right: 0, negation: 0, side: 1 })
  })

  test('counts evidence outside the note', () => {
    expect(scoreOf({ ...problem, end: 3 }, { ...drug, end: 400 }, drug).outside).toBe(2)
  })
})

/**
 * The scores that each half must reach. `npm run bench inference` prints all figures. The rules were written with the
 * seen half, so the unseen half shows how well they work on new notes.
 */
const floors: Record<CorpusHalf, { drugs: number; problems: number; contexts: number }> = {
  seen: { drugs: 0.97, problems: 0.97, contexts: 0.96 },
  unseen: { drugs: 0.9, problems: 0.9, contexts: 0.94 },
}

describe.each<CorpusHalf>(['seen', 'unseen'])('in the %s half of the corpus', (half) => {
  const { byKind, contexts, outside } = scoreNotes(readCorpus(half), inferNote)
  const { drugs, problems, contexts: least } = floors[half]
  test('drugs are found with dose and frequency', () =>
    expect(ratesOf(byKind['medication with dose']!).f1).toBeGreaterThanOrEqual(drugs))
  test('problems are found', () => expect(ratesOf(byKind.problem!).f1).toBeGreaterThanOrEqual(problems))
  test('found problems have the right negation and side', () =>
    expect(contexts.right / contexts.matched).toBeGreaterThanOrEqual(least))
  test('all evidence is in the note', () => expect(outside).toBe(0))
})
