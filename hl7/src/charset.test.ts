import { describe, expect, test } from 'vitest'
import { charsetOf, isBinary, readText } from './charset.ts'

const name = 'Zörb^Renée'
const messageIn = (declared: string, told = name) =>
  `MSH|^~\\&|APP|FAC|APP|FAC|20250101||ADT^A01|1|P|2.5||||||${declared}\rPID|1||123^^^HOSP^MR||${told}\r`
const latin = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0))
const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, isBig = false) =>
  Uint8Array.from(
    [...text]
      .flatMap((one) => [one.charCodeAt(0) & 255, one.charCodeAt(0) >> 8])
      .map((_, at, all) => all[isBig ? at ^ 1 : at]!),
  )
/** Builds a message whose name is given as bytes, because Node cannot encode its character set. */
const withName = (declared: string, bytes: number[]) =>
  Uint8Array.from([...latin(messageIn(declared, '')).slice(0, -1), ...bytes, 13])

describe('a name is read correctly', () => {
  test.each<[string, Uint8Array, string, string[]]>([
    ['in UTF-8', utf8(messageIn('UNICODE UTF-8')), 'utf-8', []],
    ['in UTF-8 with a byte order mark', utf8(`\uFEFF${messageIn('UNICODE UTF-8')}`), 'utf-8', []],
    ['in UTF-8 with a byte order mark that contradicts MSH-18', utf8(`\uFEFF${messageIn('8859/1')}`), 'utf-8', []],
    ['in UTF-8 that is not declared', utf8(messageIn('')), 'utf-8', []],
    ['in 8859/1', latin(messageIn('8859/1')), 'windows-1252', []],
    ['in 8859/15', latin(messageIn('8859/15')), 'iso-8859-15', []],
    ['in 8859/1 that is not declared', latin(messageIn('')), 'windows-1252', ['charset-undeclared']],
    ['in 8859/1 that is declared as UTF-8', latin(messageIn('UNICODE UTF-8')), 'windows-1252', ['charset-wrong']],
    ['in 8859/1 that is declared as ASCII', latin(messageIn('ASCII')), 'windows-1252', ['charset-wrong']],
    ['in 8859/1 under an unknown name', latin(messageIn('WHATEVER')), 'windows-1252', ['charset-unknown']],
    ['in UTF-8 that is declared as 8859/1', utf8(messageIn('8859/1')), 'utf-8', ['charset-wrong']],
    ['in UTF-8 that is declared as Japanese', utf8(messageIn('~ISO IR87')), 'utf-8', ['charset-wrong']],
    ['in UTF-8 that is declared as UTF-16', utf8(messageIn('UNICODE UTF-16')), 'utf-8', ['charset-wrong']],
    ['in UTF-16 with a mark', utf16(`\uFEFF${messageIn('UNICODE UTF-16')}`), 'utf-16le', []],
    ['in UTF-16, big end first', utf16(`\uFEFF${messageIn('UNICODE UTF-16')}`, true), 'utf-16be', []],
    ['in UTF-16 without a mark', utf16(messageIn('UNICODE UTF-16')), 'utf-16le', []],
    ['in UTF-16 without a mark, big end first', utf16(messageIn(''), true), 'utf-16be', []],
    ['with an empty first set', utf8(messageIn('~UNICODE UTF-8')), 'utf-8', []],
  ])('%s', (_, bytes, charset, codes) => {
    const read = readText(bytes)
    expect(read.text).toContain(`||${name}\r`)
    expect([read.charset, read.problems.map(({ code }) => code)]).toEqual([charset, codes])
  })
})

test.each<[string, string, number[], string]>([
  ['ISO IR87', '~ISO IR87', [0x1b, 0x24, 0x42, 0x3b, 0x33, 0x45, 0x44, 0x1b, 0x28, 0x42], '山田'],
  ['ISO IR87 besides ASCII', 'ASCII~ISO IR87', [0x1b, 0x24, 0x42, 0x3b, 0x33, 0x45, 0x44, 0x1b, 0x28, 0x42], '山田'],
  ['Japanese that is not declared', '', [0x1b, 0x24, 0x42, 0x3b, 0x33, 0x45, 0x44, 0x1b, 0x28, 0x42], '山田'],
  ['GB 18030-2000', 'GB 18030-2000', [0xc0, 0xee, 0x5e, 0xc3, 0xf7], '李^明'],
  ['GB 18030-2000 with a delimiter as second byte', 'GB 18030-2000', [0x81, 0x7c], '亅'],
  ['KS X 1001', 'KS X 1001', [0xb1, 0xe8], '김'],
  ['BIG-5', 'BIG-5', [0xa7, 0xf5], '李'],
  ['Windows-1252 as 8859/1', '8859/1', [0x93, 0xe9, 0x94], '“é”'],
  ['8859/2', '8859/2', [0xa3], 'Ł'],
  ['8859/5', '8859/5', [0xb0], 'А'],
  ['8859/7', '8859/7', [0xc1], 'Α'],
  ['8859/8', '8859/8', [0xe0], 'א'],
  ['8859/9', '8859/9', [0xdd], 'İ'],
])('a name in %s is read', (_, declared, bytes, expected) => {
  const { message } = { message: readText(withName(declared, bytes)).text }
  expect(message.split('||').at(-1)).toBe(`${expected}\r`)
})

test('invalid bytes become replacement characters, and a warning says so', () => {
  const { text, problems } = readText(withName('GB 18030-2000', [0xff]))
  expect(text).toContain('�')
  expect(problems).toMatchObject([{ code: 'characters-lost', severity: 'warning' }])
})

test.each<[string, Uint8Array]>([
  ['a PDF', latin('%PDF-1.7\n')],
  ['a ZIP', latin('PK\x03\x04aaa')],
  ['an RTF', latin('{\\rtf1 MSH|^~\\&|')],
  ['zeros', latin('abc\0\0\0def')],
  ['zeros only', new Uint8Array(100)],
])('%s is not text', (_, bytes) => {
  expect(isBinary(bytes)).toBe(true)
  expect(readText(bytes)).toMatchObject({
    text: '',
    charset: 'binary',
    problems: [{ code: 'not-text', severity: 'error' }],
  })
})

test.each<[string, Uint8Array]>([
  ['a message that is padded with zeros', latin(`${messageIn('')}\0\0\0`)],
  ['a message with a zero in a field', latin(messageIn('', 'a\0b'))],
  ['nothing', new Uint8Array()],
])('%s is text', (_, bytes) => expect(isBinary(bytes)).toBe(false))

test.each([
  ['iso-8859-1', 'windows-1252'],
  ['ISO_8859-15', 'iso-8859-15'],
  ['Windows-1250', 'windows-1250'],
  ['unicode utf-8', 'utf-8'],
  ['8859/12', undefined],
  ['8859/17', undefined],
  ['', undefined],
])('the declared character set %j means %j', (declared, charset) => expect(charsetOf(declared)).toBe(charset))
