import { expect, test } from 'vitest'
import { readSection, readSentences, readTokens } from './words.ts'

const wordsOf = (text: string) => readTokens(text).map(({ text: word }) => word)

test.each([
  ['left-sided x-ray', ['left', 'sided', 'x', 'ray']],
  ['10mg q4-6h', ['10', 'mg', 'q4', '6', 'h']],
  ['1,000 mg b.i.d. s/p', ['1,000', 'mg', 'b.i.d.', 's/p']],
  ['BP 138/86, 98.6.', ['bp', '138/86', ',', '98.6', '.']],
  ['Crohn’s disease', ["crohn's", 'disease']],
])('a text is split into words, numbers and marks: %s', (text, words) => expect(wordsOf(text)).toEqual(words))

test.each([
  ['No fever. Cough; rash\nHives', ['No fever', 'Cough', 'rash', 'Hives']],
  ['Seen by Dr. Miller today. Stable.', ['Seen by Dr. Miller today', 'Stable']],
  ['Metformin 500 mg b.i.d. Lantus 10 units.', ['Metformin 500 mg b.i.d.', 'Lantus 10 units']],
  ['Troponin 0.42. Normal.', ['Troponin 0.42', 'Normal']],
])(
  'a sentence ends at a mark or line break, but not at a full stop within an abbreviation or number: %s',
  (text, sentences) => {
    const tokens = readTokens(text)
    const read = readSentences(tokens).map(({ start, end }) => text.slice(tokens[start]!.start, tokens[end - 1]!.end))
    expect(read).toEqual(sentences)
  },
)

test('a heading is compared in lower case and without punctuation', () => {
  expect(readSection({ heading: '  Assessment & Plan: ', text: '' }, 0)).toMatchObject({
    heading: 'assessment plan',
    title: '  Assessment & Plan: ',
  })
})
