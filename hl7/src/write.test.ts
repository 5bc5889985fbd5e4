import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { times } from '../../tools/src/times.ts'
import { parseMessage } from './parse.ts'
import { repeat, type SegmentContent, segmentOf, writeMessage } from './write.ts'

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

  test('with the field numbers of MSH', () => {
    expect(writeMessage([segmentOf('MSH', { 3: 'APP', 12: '2.5' })])).toBe('MSH|^~\\&|APP|||||||||2.5\r')
  })

  test('only with valid segment ids', () => {
    expect(() => writeMessage([['pid', '1']])).toThrow('pid is not the id of a segment')
  })
})

test('written values are read back, and no text adds a segment', () => {
  const value = fc.option(
    fc.oneof(fc.string({ minLength: 1, unit: 'binary' }), fc.constantFrom('""', '\rPID|1', '\\', '~', '\x1c\r')),
    { nil: undefined },
  )
  fc.assert(
    fc.property(fc.array(fc.array(value, { maxLength: 5 }), { maxLength: 6 }), (fields) => {
      const message = parse(writeMessage([header, ['ZZZ', ...fields]]))
      expect(message.segments.map(({ id }) => id)).toEqual(['MSH', 'ZZZ'])
      const segment = message.first('ZZZ')!
      // The writer drops NUL characters.
      for (const [at, field] of fields.entries())
        for (const [index, told] of field.entries())
          expect(segment.value(at + 1, index + 1, 1)).toBe(told?.replaceAll('\0', '') || undefined)
    }),
    { numRuns: times(200, 20_000) },
  )
})
