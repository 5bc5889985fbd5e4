import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { times } from '../../tools/src/times.ts'
import { readText } from './charset.ts'
import { type FilePart, FileSplitter, splitFile, splitStream } from './split.ts'

const bytesOf = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0))
const message = (id: number) => `MSH|^~\\&|APP|||||||${id}\rPID|1||${id}`
const briefOf = (part: FilePart) => {
  if (part.kind === 'problem') return `${part.problem.code} ${part.problem.line ?? '-'}`
  return `${part.line}: ${readText(part.bytes, { known: part.charset }).text}`
}
function split(bytes: Uint8Array, size = bytes.length || 1, maxBytes?: number): string[] {
  const splitter = new FileSplitter(maxBytes === undefined ? {} : { maxBytes })
  const parts: FilePart[] = []
  const chunk = new Uint8Array(size)
  // The buffer of the chunk is reused, as file readers do.
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size)
    chunk.set(piece)
    parts.push(...splitter.push(chunk.subarray(0, piece.length)))
  }
  return [...parts, ...splitter.end()].map(briefOf)
}

const [one, two, three] = [message(1), message(2), message(3)]
const header = (id: string) => `${id}|^~\\&|APP`

describe('a file with', () => {
  test.each([
    ['one message', one, [`1: ${one}`]],
    ['two messages, one after the other', `${one}\r${two}\r`, [`1: ${one}\r`, `3: ${two}\r`]],
    ['blank lines and CRLF', `\r\n${one}\r\n\r\n${two}`, [`2: ${one}\r\n\r\n`, `5: ${two}`]],
    ['a message that is only a header', `MSH|^~\\&|1\r${two}`, ['1: MSH|^~\\&|1\r', `2: ${two}`]],
    ['nothing', '', ['no-message -']],
    ['no header', 'EVN|A01\rPID|1', ['noise 1', 'no-message -']],
    ['MLLP frames', `\v${one}\r\x1c\r\v${two}\x1c\r`, [`1: ${one}\r`, `4: ${two}`]],
    ['MLLP frames on one line', `\v${one}\x1c\v${two}\x1c`, [`1: ${one}`, `2: ${two}`]],
    ['an MLLP frame that is not closed', `\v${one}\v${two}\x1c\r`, [`1: ${one}`, `2: ${two}`]],
    ['a vertical tab in a text', `${one}\va\x0bMSH\r`, [`1: ${one}\va\x0bMSH\r`]],
    [
      'noise before, between and after',
      `# a\r# b\r\v${one}\x1c\rhello\r\v${two}\x1c\rbye`,
      ['noise 1', `3: ${one}`, 'noise 5', `6: ${two}`, 'noise 8'],
    ],
    [
      'comments between',
      `${one}\r# two\r\r# more\r\r${two}\r// end`,
      [`1: ${one}\r`, 'noise 3', `7: ${two}\r`, 'noise 9'],
    ],
    ['a text that looks like a comment', `${one}\rOBX|1|TX|||a\r# b\r\rc\r`, [`1: ${one}\rOBX|1|TX|||a\r# b\r\rc\r`]],
    [
      'a log line before a header',
      `12:00 IN ${one}\r12:01 IN ${two}`,
      ['noise 1', `1: ${one}\r`, 'noise 3', `3: ${two}`],
    ],
    ['the word MSH in a field', `${one}\rOBX|||MSH||MSH\rOBX|||x MSH|`, [`1: ${one}\rOBX|||MSH||MSH\rOBX|||x MSH|`]],
    ['spaces before a header', `  ${one}`, [`1: ${one}`]],
    ['a byte order mark', `\xef\xbb\xbf${one}`, [`1: ${one}`]],
    ['zeros', 'PK\x03\x04abc', ['not-text -']],
  ])('%s', (_, text, parts) => {
    for (const size of [1, 2, 7, 5000]) expect(split(bytesOf(text), size)).toEqual(parts)
  })

  test.each([
    ['the right counts', [header('FHS'), header('BHS'), one, two, 'BTS|2', header('BHS'), three, 'BTS|1', 'FTS|2'], []],
    ['no counts', [header('FHS'), header('BHS'), one, 'BTS', 'FTS||'], []],
    ['other delimiters', [header('BHS'), one, 'BTS$1$x'], []],
    ['too few messages', [header('BHS'), one, two, 'BTS|3|three'], ['batch-count 6']],
    ['too many messages', [header('BHS'), one, two, 'BTS|1'], ['batch-count 6']],
    ['a wrong number of batches', [header('FHS'), header('BHS'), one, 'BTS|1', 'FTS|2'], ['file-count 6']],
    ['no batch, and a correct message count', [header('FHS'), one, two, 'FTS|2'], []],
    ['no batch, and a wrong message count', [header('FHS'), one, two, 'FTS|3'], ['file-count 6']],
    ['no trailer', [header('FHS'), header('BHS'), one], ['batch-not-closed -']],
    [
      'a batch that is not closed before the next',
      [header('BHS'), one, header('BHS'), two, 'BTS|1'],
      ['batch-not-closed 4'],
    ],
    ['noise after a trailer', [header('BHS'), one, 'BTS|1', 'ZZZ|1', 'end'], ['noise 5']],
  ])('a batch with %s gives all its messages', (_, all, problems) => {
    const { messages, problems: told } = splitFile(bytesOf(all.join('\r')))
    expect(messages).toHaveLength(all.filter((line) => line.startsWith('MSH')).length)
    expect(told.map(({ code, line }) => `${code} ${line ?? '-'}`)).toEqual(problems)
  })
})

test('a file in UTF-16 is split too', () => {
  const text = `\uFEFF${one}ü\r\n${two}`
  const bytes = Uint8Array.from([...text].flatMap((char) => [char.charCodeAt(0) & 255, char.charCodeAt(0) >> 8]))
  for (const size of [1, 3, 1000]) expect(split(bytes, size)).toEqual([`1: ${one}ü\r\n`, `3: ${two}`])
})

test('a message that is too large is left out, and the next one is read', () => {
  const long = `${one}${'x'.repeat(300)}\rOBX|1`
  const many = `${one}${'\rOBX|1'.repeat(60)}`
  for (const size of [1, 50, 5000])
    expect(split(bytesOf(`${long}\r${two}\r${many}\r${three}`), size, 200)).toEqual([
      'message-too-large 1',
      `4: ${two}\r`,
      'message-too-large 6',
      `68: ${three}`,
    ])
})

test('the result does not depend on how the file is cut into chunks', () => {
  const piece = fc.constantFrom(
    '\r',
    '\n',
    '\v',
    '\x1c',
    'MSH|^~\\&|1',
    'PID|1',
    'BHS|^~\\&|',
    'BTS|1',
    'FTS|',
    'x',
    ' ',
    '\xef\xbb\xbf',
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }).map((all) => bytesOf(all.join(''))),
      fc.integer({ min: 1, max: 9 }),
      (bytes, size) => {
        expect(split(bytes, size, 60)).toEqual(split(bytes, undefined, 60))
      },
    ),
    { numRuns: times(500, 50_000) },
  )
})

test('each message of a stream is returned as soon as the next one begins', async () => {
  let sent = 0
  const file = async function* () {
    for (; sent < 500; sent += 1) yield bytesOf(`${message(sent)}\r`)
  }
  // The first bytes are buffered until the kind of file is known.
  const heldAtFirst = Math.ceil(4096 / bytesOf(`${one}\r`).length)
  let received = 0
  for await (const part of splitStream(file())) {
    if (part.kind === 'message') received += 1
    expect(sent - received).toBeLessThanOrEqual(heldAtFirst)
  }
  expect(received).toBe(500)
})

test('splitting a line of end blocks only takes linear time', () => {
  const begun = process.threadCpuUsage()
  expect(split(bytesOf(`${one}${'\x1c'.repeat(400_000)}`))).toEqual([`1: ${one}`])
  // Quadratic time would take minutes.
  expect(process.threadCpuUsage(begun).user / 1e6).toBeLessThan(10)
})
