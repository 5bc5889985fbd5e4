import fc from 'fast-check'
import { expect, test } from 'vitest'
import { times } from '../../tools/src/times.ts'
import { encodeFrame, type FrameEvent, FrameReader } from './mllp.ts'

const bytesOf = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0))
const textOf = (bytes: Uint8Array) => String.fromCharCode(...bytes)
const brief = (events: FrameEvent[]) =>
  events.map((event) =>
    event.kind === 'frame' ? textOf(event.bytes) : `${event.problem.code}: ${textOf(event.bytes)}`,
  )

function read(text: string, size = text.length, maxBytes?: number): string[] {
  const reader = new FrameReader(maxBytes === undefined ? {} : { maxBytes })
  const events: FrameEvent[] = []
  const bytes = bytesOf(text)
  for (let at = 0; at < bytes.length; at += size) events.push(...reader.feed(bytes.subarray(at, at + size)))
  return brief([...events, ...reader.end()])
}

test.each([
  ['one message', '\vMSH|1\x1c\r', ['MSH|1']],
  ['two messages', '\vMSH|1\x1c\r\vMSH|2\x1c\r', ['MSH|1', 'MSH|2']],
  ['an empty frame', '\v\x1c\r', ['']],
  ['no carriage return at the end', '\vMSH|1\x1c', ['MSH|1']],
  ['no carriage return before the next', '\vMSH|1\x1c\vMSH|2\x1c\r', ['MSH|1', 'frame-end-incomplete: ', 'MSH|2']],
  ['a line feed instead of it', '\vMSH|1\x1c\n\vMSH|2\x1c\r', ['MSH|1', 'frame-end-incomplete: ', 'MSH|2']],
  ['blank lines between', '\r\n\vMSH|1\x1c\r\n \vMSH|2\x1c\r\r', ['MSH|1', 'MSH|2']],
  ['noise before', 'hello\vMSH|1\x1c\r', ['noise-between-frames: hello', 'MSH|1']],
  ['noise after', '\vMSH|1\x1c\rbye', ['MSH|1', 'noise-between-frames: bye']],
  ['no start block', 'MSH|1\x1c\r\vMSH|2\x1c\r', ['frame-not-opened: ', 'MSH|1', 'MSH|2']],
  ['noise with an end block', 'hello\x1c\r\vMSH|2\x1c\r', ['noise-between-frames: hello', 'MSH|2']],
  ['half a message before the next', '\vMSH|1\vMSH|2\x1c\r', ['frame-not-closed: MSH|1', 'MSH|2']],
  ['no end block', '\vMSH|1', ['frame-not-closed: MSH|1']],
  ['a vertical tab in a text', '\vMSH|a\vb\x1c\r', ['MSH|a\vb']],
  ['two messages in one frame, which the file splitter divides', '\vMSH|1\rMSH|2\x1c\r', ['MSH|1\rMSH|2']],
  ['UTF-16 with the byte of an end block in a character', '\v\xff\xfe\x1c\x20M\0\x1c\r', ['\xff\xfe\x1c\x20M\0']],
])('a stream with %s is split into its messages and problems', (_, text, expected) => {
  for (const size of [1, 2, 3, 5, text.length]) expect(read(text, size)).toEqual(expected)
})

test('a message that is too large is skipped, and the next one is read', () => {
  const text = `\vMSH|${'x'.repeat(100)}\x1c\r\vMSH|2\x1c\r`
  for (const size of [1, 7, text.length]) expect(read(text, size, 50)).toEqual(['frame-too-large: ', 'MSH|2'])
})

test('the result does not depend on how the stream is cut into chunks', () => {
  const piece = fc.constantFrom('\v', '\x1c', '\r', '\n', 'MSH|', 'a', '\xff\xfe', '\0', '\x1c\r', '\vMSH|1\x1c\r')
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 30 }).map((all) => all.join('')),
      fc.integer({ min: 1, max: 9 }),
      (text, size) => {
        expect(read(text, size, 20)).toEqual(read(text, text.length, 20))
      },
    ),
    { numRuns: times(500, 50_000) },
  )
})

test('framed messages are read back unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (texts) => {
      const events = new FrameReader().feed(Uint8Array.from(texts.flatMap((text) => [...encodeFrame(`MSH|${text}`)])))
      expect(brief(events)).toEqual(texts.map((text) => `MSH|${text}`))
    }),
    { numRuns: times(100, 2_000) },
  )
  expect(encodeFrame('ü')).toEqual(Uint8Array.of(0x0b, 0xc3, 0xbc, 0x1c, 0x0d))
})

test('a large message in small chunks takes linear time and memory', () => {
  const reader = new FrameReader()
  const chunk = new Uint8Array(4096).fill(65)
  const begun = process.threadCpuUsage()
  reader.feed(Uint8Array.of(0x0b))
  for (let left = 8000; left > 0; left -= 1) reader.feed(chunk)
  const [event] = reader.feed(Uint8Array.of(0x1c, 0x0d))
  expect([event!.kind, event!.bytes!.length, reader.pending]).toEqual(['frame', 8000 * 4096, 0])
  // Copying the whole message at each chunk would take minutes.
  expect(process.threadCpuUsage(begun).user / 1e6).toBeLessThan(10)
})
