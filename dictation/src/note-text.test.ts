import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  blanksOf,
  blankText,
  cleanText,
  hasWholeBlanks,
  headingText,
  isSameText,
  notePlainText,
  plainText,
  readText,
  type Run,
  storedHeading,
  textFormats,
  writeText,
} from './note-text.ts'
import { times } from '../../tools/src/times.ts'

const pieces = ['<b>', '</b>', '<B>', '<s>', '</S>', '<del>', '<strong>', '<script>', '&lt;', '&LT;', '&amp;', '&nbsp;']
const typed = fc
  .array(fc.oneof(fc.constantFrom(...pieces, '<', '>', '&', 'BP 120/80', ' ', 'ß'), fc.string({ unit: 'grapheme' })))
  .map((parts) => parts.join(''))
  // oxlint-disable-next-line no-control-regex -- what no keyboard makes is dropped
  .map((text) => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, ''))
  .filter((text) => text !== '')
/** Runs of text as an editor keeps them: neighbouring runs differ in their formats. */
const runs = fc
  .array(fc.record({ text: typed, formats: fc.subarray([...textFormats]) }))
  .map((all) => all.filter(({ formats }, index) => formats.join() !== all[index - 1]?.formats.join()))
  .filter((all) => all.every(({ formats }, index) => formats.join() !== all[index - 1]?.formats.join()))
const many = { numRuns: times(200, 1_000) }

const question = typed
  .map((text) => [...text.replace(/\s+/g, ' ').trim()].slice(0, 500).join('').trim())
  .filter(Boolean)
const blanks = fc.record(
  {
    id: fc.uuid({ version: 4 }),
    second: fc.integer({ min: 0, max: 99_999_900 }).map((hundredths) => hundredths / 100),
    question,
  },
  { requiredKeys: ['id', 'second'] },
)
/** Runs of text with blanks among them. */
const runsWithBlanks = fc
  .tuple(
    runs,
    fc.array(fc.record({ blank: blanks, formats: fc.subarray([...textFormats]) }), { minLength: 1 }),
    fc.nat(),
  )
  .map(([texts, gaps, seed]) => {
    const all: Run[] = [...texts]
    for (const [index, gap] of gaps.entries())
      all.splice((seed * (index + 7)) % (all.length + 1), 0, { text: blankText, ...gap })
    return all
  })

describe('the text of a note', () => {
  test('written text is read back with the same letters and formats', () => {
    fc.assert(
      fc.property(runs, (given) => {
        expect(readText(writeText(given))).toEqual(given)
      }),
      many,
    )
  })

  test('written blanks are read back the same among any text and in any format [Q202]', () => {
    fc.assert(
      fc.property(runsWithBlanks, (given) => {
        const value = writeText(given)
        expect(readText(value)).toEqual(given)
        expect(writeText(readText(value))).toBe(value)
        expect(hasWholeBlanks(value)).toBe(true)
        expect(plainText(value)).toBe(given.map(({ text }) => text).join(''))
        const line = { value, newParagraph: true, count: 0 }
        expect(blanksOf([{ id: 'a', heading: { customUIHeading: 'PLAN' }, content: [line, line] }])).toMatchObject(
          [...given, ...given].flatMap(({ blank }) => (blank ? [{ ...blank, sectionId: 'a', heading: 'PLAN' }] : [])),
        )
      }),
      many,
    )
  })

  test('a malformed blank is told from a real one and kept as text; an answered blank becomes its answer [Q202]', () => {
    const id = '3f0c9c52-6d0e-4f0a-9b57-0d2f5a1c9e11'
    const whole = `<blank id="${id}" second="4.2" question="Dose &lt; 5 &quot;mg&quot;?"/>`
    expect(readText(whole)).toEqual([
      { text: '____', formats: [], blank: { id, second: 4.2, question: 'Dose < 5 "mg"?' } },
    ])
    for (const broken of [
      whole.replace('4.2', '-1'),
      whole.replace(id, 'x'),
      whole.replace('/>', '>'),
      whole.replace('<blank ', '<blank  '),
      whole.replace('second', 'at'),
      whole.replace('/>', ' onclick="x"/>'),
      `<blank>${whole}</blank>`,
      whole.replace('&lt;', '<'),
    ]) {
      expect(hasWholeBlanks(broken)).toBe(false)
      expect(plainText(broken.replace(whole, ''))).toBe(plainText(cleanText(broken.replace(whole, ''))))
      expect(hasWholeBlanks(cleanText(broken))).toBe(true)
    }
    fc.assert(
      fc.property(typed, (text) => {
        expect(hasWholeBlanks(writeText([{ text: `<blank ${text}`, formats: [] }]))).toBe(true)
      }),
    )
    const answered = `Aspirin <blank id="${id}" second="4" question="Dose?" answer="5 &lt; x"/> mg`
    expect(cleanText(answered)).toBe('Aspirin 5 &lt; x mg')
    expect(
      blanksOf([
        { id: 'a', heading: { customUIHeading: '' }, content: [{ value: answered, newParagraph: true, count: 0 }] },
      ]),
    ).toEqual([])
  })

  test('a blank is listed with the text around it, and another question makes it a different text [Q202]', () => {
    const blank = { id: '3f0c9c52-6d0e-4f0a-9b57-0d2f5a1c9e11', second: 4 }
    const section = (asked?: string) => ({
      id: 'a',
      heading: { customUIHeading: 'PLAN' },
      content: [
        {
          value: writeText([
            { text: 'Start ', formats: ['bold'] },
            { text: blankText, formats: ['bold'], blank: { ...blank, question: asked } },
            { text: ' daily.', formats: [] },
          ]),
          newParagraph: true,
          count: 0,
        },
      ],
    })
    expect(section().content[0]!.value).toBe(`<b>Start <blank id="${blank.id}" second="4"/></b> daily.`)
    expect(blanksOf([section('Which?')])).toEqual([
      { ...blank, question: 'Which?', sectionId: 'a', heading: 'PLAN', before: 'Start ', after: ' daily.' },
    ])
    expect(isSameText(section(), section('Which?'))).toBe(false)
    expect(notePlainText([section('Which?')])).toBe('PLAN\nStart ____ daily.')
  })

  test('a stored value is unchanged after reading and writing', () => {
    fc.assert(
      fc.property(runs, typed, (given, elsewhere) => {
        for (const stored of [writeText(given), cleanText(elsewhere)]) {
          expect(writeText(readText(stored))).toBe(stored)
          expect(plainText(cleanText(elsewhere))).toBe(plainText(elsewhere))
        }
      }),
      many,
    )
  })

  test('typed text never becomes markup and loses no letter', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const value = writeText([{ text, formats: [] }])
        expect(value).not.toMatch(/[<>]/)
        expect(plainText(cleanText(value))).toBe(text)
      }),
      many,
    )
    for (const text of ['<B>', '<S>stat</S>', '<del>', '<STRONG>', '<strike>', '&LT;'])
      expect([plainText(text), plainText(cleanText(text))]).toEqual([text, text])
  })

  test('a value contains only the tags of the four formats, properly nested', () => {
    fc.assert(
      fc.property(typed, (any) => {
        const open: string[] = []
        for (const [tag, slash, name] of cleanText(any).matchAll(/<(\/?)([^>]*)>/g)) {
          expect(['b', 'i', 'u', 's']).toContain(name)
          if (slash) expect(tag).toBe(`</${open.pop()}>`)
          else open.push(name!)
        }
        expect(open).toEqual([])
      }),
      many,
    )
  })

  test('values of older notes keep their meaning: bare signs, entities, strong and em', () => {
    expect(plainText('BP < 120 & SpO2 > 95')).toBe('BP < 120 & SpO2 > 95')
    expect(plainText('a &lt; b &amp; c &gt; d &quot;e&quot; &#39;f&#39;&nbsp;g')).toBe('a < b & c > d "e" \'f\'\u00a0g')
    expect(cleanText('<strong>a</strong><em>b</em><script>x</script><b class="y">z')).toBe(
      '<b>a</b><i>b</i>&lt;script&gt;x&lt;/script&gt;&lt;b class="y"&gt;z',
    )
    expect(cleanText('<b>Dose <i>5</b> mg</i>')).toBe('<b>Dose <i>5</i></b><i> mg</i>')
  })

  test('control characters are dropped and lone surrogates replaced, so that the text can be saved', () => {
    expect(writeText([{ text: 'dose \ud83d 5\u0000 mg 😀', formats: [] }])).toBe('dose \ufffd 5 mg 😀')
  })

  test('a section without text equals one with a single empty line', () => {
    const line = { value: '', newParagraph: true, count: 0 }
    const plan = (...content: (typeof line)[]) => ({ heading: { customUIHeading: 'PLAN' }, content })
    expect(isSameText(plan(line), plan())).toBe(true)
    expect(isSameText(plan({ ...line, count: 1 }), plan())).toBe(false)
    expect(isSameText(plan(), { ...plan(), heading: { customUIHeading: ' Plan' } })).toBe(true)
  })

  test('plain text has a line for each heading and paragraph, and a blank line between sections', () => {
    const line = { value: '', newParagraph: true, count: 0 }
    expect(
      notePlainText([
        { heading: { customUIHeading: '' }, content: [{ ...line, value: 'Seen &amp; <i>stable</i>.' }] },
        { heading: { customUIHeading: 'HISTORY' }, content: [] },
        {
          heading: { customUIHeading: 'PLAN' },
          content: [
            { ...line, value: '<b>One</b>' },
            { ...line, value: 'two', count: 1 },
          ],
        },
      ]),
    ).toBe('Seen & stable.\n\nHISTORY\n\nPLAN\nOne\n\ntwo')
  })

  test('a heading is stored in upper case without extra spaces, with the system heading that matches in any case, or NONE [EDIT-57]', () => {
    expect(headingText(' history of  present illness ')).toBe('HISTORY OF PRESENT ILLNESS')
    const known = ['Assessment', 'Plan']
    expect(storedHeading(' assessMENT ', known)).toEqual({ customUIHeading: 'ASSESSMENT', systemHeading: 'Assessment' })
    expect(storedHeading('Next  steps', known)).toEqual({ customUIHeading: 'NEXT STEPS', systemHeading: 'NONE' })
  })

  test('a heading keeps its system heading while its text is the same, unless another system heading has exactly its name', () => {
    const before = { customUIHeading: 'Hpi', systemHeading: 'History' }
    expect(storedHeading('hpi ', ['Plan'], before).systemHeading).toBe('History')
    expect(storedHeading('HPI', ['Hpi', 'History'], before).systemHeading).toBe('Hpi')
    expect(storedHeading('Complaints', ['Plan'], before).systemHeading).toBe('NONE')
  })
})
