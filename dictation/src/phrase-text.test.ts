import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readText } from './note-text.ts'
import { cleanPhrase, fieldsOf, phrasePlainText, withoutFields } from './phrase-text.ts'
import { times } from '../../tools/src/times.ts'

/** Text that people may paste or programs may send: any markup, any letters, and control characters. */
const piece = fc.oneof(
  fc.constantFrom(
    ...'<p> </p> <p class="x"> <br/> < > & &lt; &amp; &nbsp; <b> </b> <i> </i> <strong> </strong> <script> {{Age}} {{ }}'.split(
      ' ',
    ),
    '\n',
    '\r\n',
    ' ',
    '\u00a0',
    '\u2028',
    '\u0000',
    '\u0001',
    '\ud800',
    '\udc00',
    '\u200b',
    '\u202e',
    '😀',
    '<blank id="00000000-0000-4000-8000-000000000001" second="1" question="q"/>',
  ),
  fc.string({ unit: 'binary', maxLength: 3 }),
)
const sent = fc.array(piece, { maxLength: 25 }).map((some) => some.join(''))

describe('a phrase as it is stored', () => {
  test('is stored unchanged when it is sent back, and never contains an empty tag', () => {
    expect(cleanPhrase('<b>\u0001</b>a<i>\u0000</i>')).toBe('a')
    fc.assert(
      fc.property(sent, (phrase) => {
        const stored = cleanPhrase(phrase)
        expect(cleanPhrase(stored)).toBe(stored)
        expect(stored).not.toMatch(/<([bius])><\/\1>/)
        expect(phrasePlainText(stored).isWellFormed()).toBe(true)
        expect(fieldsOf(stored).every((name) => !name.includes('\n'))).toBe(true)
      }),
      { numRuns: times(300, 2_000) },
    )
  })

  test('can lose its fields, even if a format changes within one, and all other letters keep their formats', () => {
    expect(withoutFields('<b>He is {{A</b>ge}} years <i>old</i>.\n{{Age}}, {{not\na field}}')).toBe(
      '<b>He is </b> years <i>old</i>.\n, {{not\na field}}',
    )
    const formatted = (line: string) =>
      readText(line).flatMap(({ text, formats }) => [...text].map((one) => one + formats))
    fc.assert(
      fc.property(sent.map(cleanPhrase), (phrase) => {
        const left = withoutFields(phrase)
        expect(phrasePlainText(left)).toBe(phrasePlainText(phrase).replaceAll(/\{\{[^{}\n]+\}\}/g, ''))
        for (const [at, line] of left.split('\n').entries()) {
          const rest = formatted(phrase.split('\n')[at]!)
          // The letters keep the order and formats of the phrase.
          for (const letter of formatted(line)) expect(rest.splice(0, rest.indexOf(letter) + 1).at(-1)).toBe(letter)
        }
      }),
      { numRuns: times(300, 2_000) },
    )
  })

  // A regular expression that starts again at each space would take minutes and block the server meanwhile.
  test('may consist of 19,999 spaces and a letter, in each of 200 headings', () => {
    const phrase = `${' '.repeat(19_999)}x`
    for (let heading = 0; heading < 200; heading += 1) expect(cleanPhrase(phrase)).toBe(phrase)
    expect(cleanPhrase(`x${' \u00a0'.repeat(9_999)}`)).toBe('x')
  })
})
