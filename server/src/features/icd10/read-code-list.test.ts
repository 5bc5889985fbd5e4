import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { times } from '../../../../tools/src/times.ts'
import { codesFile, orderFile, type TestCode } from './code-lists.fixtures.ts'
import { findOwnCodes } from './find-codes.ts'
import { releaseOf } from './load-code-list.ts'
import { BadCodeList, readCodeList } from './read-code-list.ts'
import { bareWords, dotted, plainWords, readSearch } from './words.ts'

/** Yields the bytes in pieces of this length. */
async function* inPieces(bytes: Uint8Array, length = 65_536) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}
const read = (file: string | Uint8Array, length?: number) =>
  Array.fromAsync(readCodeList(inPieces(typeof file === 'string' ? Buffer.from(file) : file, length)))

/** Written by hand in the format of the published file. */
const official = readFileSync(join(import.meta.dirname, 'fixtures/icd10cm-order-2026.txt'))

test('each line of an order file becomes a code with its long description, either billable or a category', async () => {
  const codes = await read(official)
  expect(codes).toHaveLength(40)
  expect(
    codes
      .filter(({ billable }) => !billable)
      .map(({ code }) => code)
      .join(' '),
  ).toBe('A00 E11 E11.0 E11.2 F32 G51 H81.0 I50 J18 M25.5 M25.56 R05 S52.5')
  expect(codes.find(({ code }) => code === 'S52.501A')).toEqual({
    code: 'S52.501A',
    billable: true,
    description: 'Unspecified fracture of the lower end of right radius, initial encounter for closed fracture',
    words: 'unspecified fracture of the lower end right radius initial encounter for closed unsp init',
    bareWords: 'unspecified fracture of the lower end of right radius initial encounter for closed fracture',
  })
  expect(codes.find(({ code }) => code === 'H81.01')).toMatchObject({ bareWords: 'menieres disease right ear' })
})

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const aCode = fc
  .tuple(
    fc.constantFrom(...letters),
    fc.integer({ min: 0, max: 9 }),
    fc.string({ unit: fc.constantFrom(...letters, ...'0123456789'), minLength: 1, maxLength: 5 }),
  )
  .map(([letter, digit, rest]) => `${letter}${digit}${rest}`)
const aDescription = fc
  .array(fc.constantFrom('Cholera', 'due to', 'Bell’s palsy,', 'Ménière', '(init)', 'unspecified', '[HIV]', '21'), {
    minLength: 1,
    maxLength: 20,
  })
  .map((words) => words.join(' '))
const someCodes: fc.Arbitrary<TestCode[]> = fc.uniqueArray(
  fc.record({ code: aCode, description: aDescription, billable: fc.boolean() }),
  { selector: ({ code }) => code, minLength: 1, maxLength: 30 },
)

test('a file is read with either line ending, with or without a byte order mark, in chunks of any size', async () => {
  const files = fc.record({
    codes: someCodes,
    isOrder: fc.boolean(),
    end: fc.constantFrom('\n', '\r\n'),
    isMarked: fc.boolean(),
    isEnded: fc.boolean(),
    length: fc.integer({ min: 1, max: 300 }),
  })
  await fc.assert(
    fc.asyncProperty(files, async ({ codes, isOrder, end, isMarked, isEnded, length }) => {
      const lines = (isOrder ? orderFile(codes) : codesFile(codes)).replaceAll('\n', end)
      const file = (isMarked ? '\u{FEFF}' : '') + (isEnded ? lines : lines.slice(0, -end.length))
      expect(
        (await read(file, length)).map(({ code, description, billable }) => ({ code, description, billable })),
      ).toEqual(
        codes.map(({ code, description, billable }) => ({
          code: dotted(code),
          description,
          billable: isOrder ? billable : true,
        })),
      )
    }),
    { numRuns: times(100, 2000) },
  )
})

test('a file with arbitrary bytes is either read or refused with the line number', async () => {
  const changes = fc.record({ at: fc.nat(official.length), bytes: fc.uint8Array({ maxLength: 40 }), cut: fc.nat(200) })
  await fc.assert(
    fc.asyncProperty(changes, async ({ at, bytes, cut }) => {
      const file = Buffer.concat([official.subarray(0, at), bytes, official.subarray(at + cut)])
      const outcome = await read(file).catch((error: unknown) => error)
      if (!Array.isArray(outcome)) {
        expect(outcome).toBeInstanceOf(BadCodeList)
        expect((outcome as Error).message).toMatch(/^(Line \d+ |It is )/)
      }
    }),
    { numRuns: times(200, 4000) },
  )
})

const [cholera, typhoid] = [
  { code: 'A000', description: 'Cholera due to Vibrio cholerae 01' },
  { code: 'A0100', description: 'Typhoid fever, unspecified' },
]
test.each<[string, string | Uint8Array, string]>([
  ['an empty file', '', 'It is empty. Load icd10cm-order-2026.txt or icd10cm-codes-2026.txt.'],
  ['blank lines', '\r\n \n\n', 'It is empty.'],
  ['a .zip file', Buffer.from('PK\u0003\u0004\u0014\u0000', 'latin1'), 'It is a .zip file. Unpack it'],
  ['a gzip file', Buffer.from([0x1f, 0x8b, 8, 0, 10]), 'It is a compressed file.'],
  ['a PDF', '%PDF-1.7\n%âãÏÓ', 'It is a PDF.'],
  ['the XML of the tabular list', '\u{FEFF}<?xml version="1.0"?>\n<ICD10CM.tabular>', 'It is XML or a web page.'],
  ['UTF-16', Buffer.from(`\u{FEFF}${codesFile([cholera])}`, 'utf16le'), 'It is in UTF-16.'],
  ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 10]), 'Line 1 isn’t text'],
  ['an unrelated text', 'Dear reader,\n', 'Line 1 doesn’t belong in a list of ICD-10-CM codes: “Dear reader,”.'],
  [
    'a list of procedure codes',
    '00001 001     0 Central Nervous System  ',
    'Line 1 doesn’t belong in a list of ICD-10-CM codes',
  ],
  ['a file without line breaks', 'x'.repeat(100_000), 'Line 1 is too long'],
  ['a long line', `${codesFile([cholera])}A001    ${'x'.repeat(1000)}\n`, 'Line 2 is too long'],
  ['a broken line', `${orderFile([cholera])}00002 A01`, 'Line 2 doesn’t belong in an icd10cm-order file: “00002 A01”.'],
  [
    'a line in the other format',
    codesFile([cholera]) + orderFile([typhoid]),
    'Line 2 doesn’t belong in an icd10cm-codes file',
  ],
  ['an invalid flag', orderFile([cholera]).replace('A000    1', 'A000    2'), 'Line 1 doesn’t belong in a list'],
  [
    'a code without a description',
    `${codesFile([cholera])}A001\n`,
    'Line 2 doesn’t belong in an icd10cm-codes file: “A001”.',
  ],
  ['a duplicate code', codesFile([cholera, typhoid, cholera]), 'Line 3 repeats the code A00.0 of line 1.'],
  ['a line with bytes that are not text', `${codesFile([cholera])}A001    x\u0000y\n`, 'Line 2 isn’t text'],
])('%s is refused with a readable message', async (_what, file, words) => {
  await expect(read(file)).rejects.toThrow(BadCodeList)
  await expect(read(file)).rejects.toThrow(words)
})

test('Windows-1252 letters are read, and blank lines are skipped', async () => {
  const file = Buffer.from('\nH8101   Ménière’s disease\n\n'.replace('’', "'"), 'latin1')
  expect(await read(file)).toMatchObject([{ code: 'H81.01', description: "Ménière's disease" }])
})

test('words are compared without case, accents and punctuation, and names without a final “unspecified”', () => {
  expect(plainWords(' Crohn’s disease [regional enteritis], Ménière ')).toBe(
    'crohns disease regional enteritis meniere',
  )
  expect(['Anemia, unspecified', 'ANEMIA', 'Unspecified cataract'].map(bareWords)).toEqual([
    'anemia',
    'anemia',
    'unspecified cataract',
  ])
})

test.each([
  ['e119', 'E11.9', ['e119']],
  ['E11.', 'E11', ['e11']],
  ['b12', 'B12', ['b12']],
  ['e', 'E', []],
  ['Type 2, type', null, ['type', '2']],
  ['%', null, []],
  ["o'x:* & !y", null, ['ox', 'y']],
])('a search for “%s” means the code %s and the words %j', (searchValue, code, words) => {
  expect(readSearch(searchValue)).toEqual({ code, words })
})

test.each([
  ['icd10cm-order-2026.txt', '2026'],
  ['icd10cm_codes_2025.txt', '2025'],
  ['icd10cm-codes-April-2026.txt', 'April 2026'],
  ['icd10cm-order-april 1 2026.txt', 'April 2026'],
  ['codes.txt', '2026-11-29'],
  ['20261129.txt', '2026-11-29'],
])('the list of %s is called %s', (file, release) => {
  expect(releaseOf(file, new Date('2026-11-29T12:00:00Z'))).toBe(release)
})

test('of Dictara’s own codes exact ones come first, then those with the same start, then word matches, shorter first', () => {
  const found = (searchValue: string) => findOwnCodes(readSearch(searchValue)).map(({ code }) => code)
  expect(found('j18.9')).toEqual(['J18.9'])
  expect(found('M25.56')).toEqual(['M25.569', 'M25.562', 'M25.561'])
  expect(findOwnCodes(readSearch('knee pain left'))).toMatchObject([
    { code: 'M25.562', description: 'Knee pain, left', billable: true },
  ])
  expect(found('high blood pres')).toEqual(['I10'])
  expect(found('pa')).toHaveLength(20)
  expect(found('no such thing')).toEqual([])
  const pains = findOwnCodes(readSearch('pain')).map(({ description }) => description.length)
  expect(pains).toEqual(pains.toSorted((a, b) => a - b))
})
