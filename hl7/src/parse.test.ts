import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { times } from '../../tools/src/times.ts'
import { decodeText, encodeText } from './escapes.ts'
import { usualDelimiters } from './delimiters.ts'
import { parseMessage } from './parse.ts'

const lines = (...all: string[]) => all.join('\r')
const head = 'MSH|^~\\&|APP|FAC|||20260101||ADT^A01^ADT_A01|1|P|2.5'
const codesOf = (text: string) => parseMessage(text).problems.map(({ code }) => code)

describe('a path', () => {
  const { message } = parseMessage(
    lines(head, 'PID|1||1^^^A&B^MR~2^^^^SS||Doe^John^""||""|M||2106-3|||', 'OBX|1|TX|||a\\T\\b', 'OBX|2|TX|||c^d'),
  )

  test.each([
    ['MSH-1', '|'],
    ['MSH-2', '^~\\&'],
    ['MSH-3', 'APP'],
    ['MSH-9.2', 'A01'],
    ['PID-3', '1^^^A&B^MR'],
    ['PID-3.1', '1'],
    ['PID-3.4', 'A&B'],
    ['PID-3.4.2', 'B'],
    ['PID-3[2].5', 'SS'],
    ['PID-8.1.1', 'M'],
    ['OBX[2]-5', 'c^d'],
    ['OBX[2]-5.2', 'd'],
    ['OBX-5', 'a&b'],
  ])('%s gives %j', (path, value) => expect(message.get(path)).toBe(value))

  test.each(['PID-5.3', 'PID-7', 'PID-7.1', 'PID-7.2'])('%s is null: the message says ""', (path) =>
    expect(message.get(path)).toBeNull(),
  )

  test.each(['PID-4', 'PID-5.4', 'PID-3[3].1', 'PID-11', 'PID-80', 'PID-3.2', 'OBX[3]-5', 'ZZZ-1'])(
    '%s is absent',
    (path) => expect(message.get(path)).toBeUndefined(),
  )
})

describe('delimiters come from MSH', () => {
  test.each([
    ['of its own', 'MSH$*@!%$APP', 'PID$1$$7*x%y@8', '7', 'y', '8'],
    ['in reversed order', 'MSH|&~\\^|APP', 'PID|1||7&x^y~8', '7', 'y', '8'],
    ['with ^ between fields', 'MSH^|~\\&^APP', 'PID^1^^7|x&y~8', '7', 'y', '8'],
    ['with the truncation character of 2.7', 'MSH|^~\\&#|APP', 'PID|1||7^x&y~8', '7', 'y', '8'],
    ['with a doubled escape character', 'MSH|^~\\\\&|APP', 'PID|1||7^x&y~8', '7', 'y', '8'],
    ['with the usual ones for those left out', 'MSH|^~|APP', 'PID|1||7^x&y~8', '7', 'y', '8'],
  ])('%s', (_, header, pid, first, sub, second) => {
    const { message } = parseMessage(lines(header, pid))
    expect([message.get('MSH-3'), message.get('PID-3.1'), message.get('PID-3.2.2'), message.get('PID-3[2]')]).toEqual([
      'APP',
      first,
      sub,
      second,
    ])
  })
})

test.each(['\r', '\n', '\r\n', '\r\r\n', '\n\n'])('segments may end with %j', (end) => {
  const text = [head, 'EVN|A01', 'PID|1||7', ''].join(end)
  const { message, problems } = parseMessage(text)
  expect(message.segments.map(({ id }) => id)).toEqual(['MSH', 'EVN', 'PID'])
  expect([message.get('PID-3'), problems]).toEqual(['7', []])
})

describe('problems are reported and the rest is read', () => {
  test.each([
    ['nothing', '', ['no-header'], 0],
    ['no header', lines('EVN|A01', 'PID|1||7'), ['no-header'], 2],
    ['a header that is cut off', 'MSH|^~', ['delimiters-incomplete', 'header-cut-off'], 1],
    ['text before the header', lines('Log of today', head), ['before-header'], 1],
    ['a second header', lines(head, head), ['second-header'], 2],
    ['a segment that is cut off', lines(head, 'PI'), ['not-a-segment'], 2],
    ['lines that are no segments', lines(head, '# one', '# two', 'PID|1'), ['not-a-segment', 'not-a-segment'], 3],
    ['spaces before a segment', lines(head, '  PID|1'), ['segment-indented'], 2],
    ['a byte order mark and MLLP bytes', `\uFEFF\v${head}\rPID|1\u001c\r`, [], 2],
    ['a custom segment', lines(head, 'ZAB|1', 'Z01'), [], 3],
  ])('%s', (_, text, codes, segments) => {
    const { message, problems } = parseMessage(text)
    expect(problems.map(({ code }) => code)).toEqual(codes)
    expect(message.segments).toHaveLength(segments)
  })

  test('with line and position in the file', () => {
    expect(parseMessage(lines(head, '', 'PID|1', 'oops'), { line: 10 }).problems).toEqual([
      expect.objectContaining({ severity: 'warning', code: 'not-a-segment', line: 13, position: 1 }),
    ])
    expect(parseMessage(lines(head, 'PID|1||7')).message.first('PID')!.positionOf(3)).toBe(8)
  })

  test('up to 100 problems, followed by one that says there are more', () => {
    const { problems } = parseMessage(lines(head, ...Array.from({ length: 1000 }, () => 'x|')))
    expect(problems).toHaveLength(101)
    expect(problems.at(-1)!.code).toBe('more-problems')
  })
})

describe('a text over several lines', () => {
  test('is one value until its field ends', () => {
    const text = [head, 'OBX|1|TX|R||First line', 'second', '', ' third||||||F', 'done', 'OBX|2|TX|||x'].join('\r\n')
    const { message, problems } = parseMessage(text)
    expect(message.get('OBX-5')).toBe('First line\nsecond\n\n third')
    expect([message.get('OBX-11'), message.get('OBX[2]-5')]).toEqual(['F', 'x'])
    expect(problems.map(({ code, line }) => [code, line])).toEqual([
      ['text-continued', 3],
      ['text-continued', 5],
      ['not-a-segment', 6],
    ])
  })

  test('may contain a line that looks like the id of a segment', () => {
    expect(parseMessage(lines(head, 'NTE|1||Plan:', 'MRI', 'then rest')).message.get('NTE-3')).toBe(
      'Plan:\nMRI\nthen rest',
    )
  })
})

describe('escape sequences', () => {
  const decode = (raw: string) => decodeText(raw, { ...usualDelimiters, truncation: '#' })
  test.each([
    ['\\F\\\\S\\\\T\\\\R\\\\E\\\\P\\', '|^&~\\#'],
    ['a\\.br\\b\\.sp2\\c\\.ce\\d', 'a\nb\n\nc\nd'],
    ['\\.in+4\\a\\.ti-2\\\\.sk3\\b\\.fi\\\\.nf\\', 'a   b'],
    ['\\H\\high\\N\\', 'high'],
    ['\\X0D\\|\\X41424F\\', '\r|ABO'],
    ['\\XC3BC\\ \\XFC\\', 'ü ü'],
    ['\\X4\\ \\XGG\\ \\X\\', '\\X4\\ \\XGG\\ \\X\\'],
    ['\\Z99\\ \\C2842\\', '\\Z99\\ \\C2842\\'],
    ['C:\\new\\file', 'C:\\new\\file'],
    ['a\\b\\T\\c', 'a\\b&c'],
    ['50\\', '50\\'],
    ['\\E\\F\\E\\', '\\F\\'],
    ['\\.sp99999\\', '\\.sp99999\\'],
  ])('%j is %j', (raw, text) => expect(decode(raw)).toBe(text))

  test('decode to the original text, for any text and delimiters', () => {
    const characters = fc.constantFrom(
      '|',
      '^',
      '~',
      '\\',
      '&',
      '#',
      '"',
      '\r',
      '\n',
      '\v',
      '\u001c',
      'X',
      '.br',
      'F',
      'ü',
    )
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(characters).map((all) => all.join('')),
    )
    const delimiters = fc
      .uniqueArray(fc.constantFrom(...'|^~\\&#$%!@*+'), { minLength: 6, maxLength: 6 })
      .map(([field = '', component = '', repetition = '', escape = '', subcomponent = '', truncation = '']) => ({
        field,
        component,
        repetition,
        escape,
        subcomponent,
        truncation,
      }))
    fc.assert(
      fc.property(text, delimiters, (told, of) => {
        const raw = encodeText(told, of)
        expect(decodeText(raw, of)).toBe(told)
        const dividers = [of.field, of.component, of.repetition, of.subcomponent, '\r', '\n', '\v', '\u001c']
        expect(dividers.filter((one) => raw.includes(one))).toEqual([])
      }),
      { numRuns: times(300, 20_000) },
    )
  })
})

test('an unchanged message keeps its exact text, whatever it contains', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'MSH|^~\\&|',
      'PID|1',
      'OBX|1|TX|||',
      '\r',
      '\n',
      '\r\n',
      '|',
      '^',
      '~',
      '\\',
      '&',
      '""',
      '\\.br\\',
    ),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('')
      const { message } = parseMessage(text)
      expect(message.text).toBe(text)
      let at = 0
      for (const segment of message.segments) {
        expect(segment.start).toBeGreaterThanOrEqual(at)
        expect(segment.text).toBe(text.slice(segment.start, segment.end))
        at = segment.end
        for (let field = 1; field <= segment.size; field += 1)
          for (const one of segment.repetitions(field)) one.components().forEach((_, index) => one.value(index + 1, 1))
      }
    }),
    { numRuns: times(300, 20_000) },
  )
})

test.each([
  ['lines without an end of text', `${head}\rOBX|1|TX|||${'words\r'.repeat(200_000)}`],
  ['lines that are no segments', head + '\rx'.repeat(500_000)],
  ['10,000 repetitions', `${head}\rPID|1||${'1^^^^MR~'.repeat(10_000)}`],
  ['escape characters only', `${head}\rOBX|1|TX|||${'\\'.repeat(1_000_000)}`],
  ['an escape that never closes', `${head}\rOBX|1|TX|||${'\\X41 '.repeat(200_000)}`],
])('parsing takes linear time for %s', (_, text) => {
  const begun = process.threadCpuUsage()
  const { message } = parseMessage(text)
  for (const segment of message.segments)
    for (let field = 1; field <= segment.size; field += 1) for (const one of segment.repetitions(field)) one.value(1, 1)
  const { user } = process.threadCpuUsage(begun)
  // Quadratic time would take minutes.
  expect(user / 1e6).toBeLessThan(10)
  expect(codesOf(head)).toEqual([])
})
