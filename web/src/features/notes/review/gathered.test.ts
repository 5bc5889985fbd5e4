import type { NoteComment } from '@dictara/contract/notes'
import { expect, test } from 'vitest'
import { gathered, placedSince } from './gathered.ts'

const said = (comment: string, quote = '25 mg', second: number | null = 4.2): NoteComment => ({
  id: '019a0000-0000-7000-8000-000000000051',
  comment,
  userId: 'me',
  userName: 'Rita Doe',
  userType: 'reviewer',
  level: 'LEVEL_1',
  createdDate: '2026-11-20T08:06:00.000Z',
  place: { sectionId: 'default-heading-id', start: 0, quote, before: '', after: '', second },
})

test('comments are gathered with their words and their second in the recording', () => {
  expect(gathered([])).toBe('')
  expect(gathered([said('He says 50.'), said('Which side?', 'arm\npain', null)])).toBe(
    '“25 mg” at 0:04: He says 50.\n“arm pain”: Which side?',
  )
  expect(gathered([said('Why?', 'x'.repeat(1000))])).toBe(`“${'x'.repeat(80)}…” at 0:04: Why?`)
})

test('only whole comments that fit are gathered, with the number of the others', () => {
  const many = gathered(Array.from({ length: 200 }, (_, at) => said(`${at} ${'y'.repeat(90)}`)))
  expect(many.length).toBeLessThanOrEqual(4000)
  const lines = many.split('\n')
  expect(lines.at(-1)).toBe(`And ${200 - (lines.length - 1)} more in the note.`)
  expect(lines.at(-2)).toMatch(/y{90}$/)
  expect(gathered([said('z'.repeat(4000))])).toBe('And 1 more in the note.')
})

test('comments of others, and those from before the job came, are not gathered', () => {
  const since = '2026-11-20T08:06:00.000Z'
  const before = { ...said('Before.'), createdDate: '2026-11-20T08:05:59.999Z' }
  const all = [before, said('Mine.'), { ...said('Theirs.'), userId: 'she' }]
  expect(placedSince(all, 'me', since).map(({ comment }) => comment)).toEqual(['Mine.'])
  expect(placedSince(all, 'me', null)).toEqual([])
})
