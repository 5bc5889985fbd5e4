import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { times } from '../../tools/src/times.ts'
import { parseMessage } from './parse.ts'
import { repeat, type SegmentContent, segmentOf, setField, writeMessage } from './write.ts'

const parse = (text: string) => parseMessage(text).message
const header: SegmentContent = ['MSH', 'APP']

describe('a message is written', () => {
  test.each<[string, SegmentContent, string]>([
    ['with its fields', ['PID', '1', undefined, '7'], 'PID|1||7'],
    ['with components and sub-components', ['PID', undefined, ['a', ['b', 'c']]], 'PID||a^b&c'],
    ['with repetitions', ['PID', repeat(['a', ['b', 'c'], undefined])], 'PID|a~b^c~'],
    ['with "" for what is to be deleted', ['PID', null, ['a', null]], 'PID|""|a^""'],
    ['without what is empty at the end', ['PID', '1', ['a', undefined, ''], undefined], 'PID|1|a'],
    ['by the numbers of its fields', segmentOf('PID', { 3: '7', 1: '1' }), 'PID|1||7'],
    [
      'with delimiters, line ends and frames in texts',
      ['NTE', 'a|b^c~d\\e&f\r\n\v\x1c'],
      'NTE|a\\F\\b\\S\\c\\R\\d\\E\\e\\T\\f\\X0D\\\\.br\\\\X0B\\\\X1C\\',
    ],
    ['with a text of two quotes', ['NTE', '""'], 'NTE|\\X22\\"'],
  ])('%s', (_, segment, text) => expect(writeMessage([header, segment])).toBe(`MSH|^~\\&|APP\r${text}\r`))

  test('by the numbers of MSH too', () => {
    expect(writeMessage([segmentOf('MSH', { 3: 'APP', 12: '2.5' })])).toBe('MSH|^~\\&|APP|||||||||2.5\r')
  })

  test('only with valid segment ids', () => {
    expect(() => writeMessage([['pid', '1']])).toThrow('pid is not the id of a segment')
  })
})

test('what is written is read again, and no text adds a segment', () => {
  const value = fc.option(
    fc.oneof(fc.string({ minLength: 1, unit: 'binary' }), fc.constantFrom('""', '\rPID|1', '\\', '~', '\x1c\r')),
    { nil: undefined },
  )
  fc.assert(
    fc.property(fc.array(fc.array(value, { maxLength: 5 }), { maxLength: 6 }), (fields) => {
      const message = parse(writeMessage([header, ['ZZZ', ...fields]]))
      expect(message.segments.map(({ id }) => id)).toEqual(['MSH', 'ZZZ'])
      const segment = message.first('ZZZ')!
      for (const [at, field] of fields.entries())
        for (const [index, told] of field.entries()) expect(segment.value(at + 1, index + 1, 1)).toBe(told)
    }),
    { numRuns: times(200, 20_000) },
  )
})

describe('a field of a message is set', () => {
  const text = 'MSH|^~\\&|APP|||\nPID|1||7^a\\T\\b~8||Doe^John| |\r\nOBX|1|TX\r\rOBX|2|TX|||x|\n\nZZZ'
  test.each([
    ['PID-5', ['Roe', 'Jane'], 'Doe^John', 'Roe^Jane'],
    ['PID-1', 'a|b', 'PID|1|', 'PID|a\\F\\b|'],
    ['OBX[2]-5', null, '|||x|', '|||""|'],
    ['MSH-4', 'FAC', 'APP|||', 'APP|FAC||'],
    ['MSH-10', 'ID', 'APP|||', 'APP|||||||ID'],
    ['OBX-5', 'new', 'OBX|1|TX\r', 'OBX|1|TX|||new\r'],
    ['ZZZ-2', 'z', 'ZZZ', 'ZZZ||z'],
  ])('%s, and all else stays to the byte', (path, content, before, after) => {
    expect(text.split(before)).toHaveLength(2)
    expect(setField(parse(text), path, content).text).toBe(text.replace(before, () => after))
  })

  test('of a text that goes on over lines, without changing its others', () => {
    const long = 'MSH|^~\\&|APP\rOBX|1|TX|A||one\r\ntwo||||||F\rPID|1'
    expect(setField(parse(long), 'OBX-11', 'C').text).toBe(long.replace('|F', '|C'))
  })

  test('but not in a missing segment, and never the delimiters', () => {
    expect(() => setField(parse(text), 'OBX[3]-1', 'x')).toThrow('The message has no OBX[3]')
    expect(() => setField(parse(text), 'MSH-2', 'x')).toThrow('The delimiters of a message stay as they are')
  })
})
