import { readFileSync } from 'node:fs'
import { Hl7Message } from '@medplum/core'
import { describe, expect, test } from 'vitest'
import { seeded } from '../../../dictation/src/test-data/make-sentences.ts'
import { times } from '../../../tools/src/times.ts'
import { parseMessage, readText, splitFile } from '../index.ts'
import { hasCorpus, readAll, readCorpus, verdictOf } from './corpus.fixtures.ts'

const corpus = readCorpus()
/** The expected result of each file, checked by hand. */
const verdicts = new Map(
  readFileSync(new URL('corpus-verdicts.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t') as [string, string]),
)

describe.skipIf(!hasCorpus)('messages from other sources', () => {
  test('all have an expected result', () => expect(corpus.map(({ file }) => file)).toEqual([...verdicts.keys()]))

  test.each(corpus)('$file', ({ file, bytes, messages }) => {
    expect(verdictOf(bytes)).toBe(verdicts.get(file))
    expect(splitFile(bytes).messages).toHaveLength(messages)
  })

  test('contain the same name in each character set', () => {
    const named = corpus.filter(({ file }) => file.includes('/utf8-name-'))
    expect(named.length).toBeGreaterThan(2)
    for (const { file, bytes } of named)
      expect(
        splitFile(bytes).messages.map((one) => readAll(one).name),
        file,
      ).toEqual(['Zörb, Renée'])
  })

  test('are written back byte for byte', () => {
    for (const { bytes } of corpus)
      for (const message of splitFile(bytes).messages) {
        const { text, charset } = readText(message.bytes, { known: message.charset })
        const again = parseMessage(text).message.text
        expect(again).toBe(text)
        if (charset === 'utf-8') expect(new TextEncoder().encode(again)).toEqual(message.bytes)
      }
  })

  test('have the same fields as in another library', () => {
    const differences: string[] = []
    let compared = 0
    for (const { file, bytes } of corpus)
      for (const { message, problems } of splitFile(bytes).messages.map(readAll)) {
        // The other library does not correct missing or doubled delimiters.
        if (problems.some(({ code }) => code.startsWith('delimiters-') || code === 'header-cut-off')) continue
        const others = Hl7Message.parse(message.text).segments.filter(({ name }) => name !== '')
        if (others.length !== message.segments.length) differences.push(`${file}: segments`)
        // The other library drops the truncation character of MSH-2.
        for (const [at, segment] of message.segments.entries())
          for (let field = segment.id === 'MSH' ? 3 : 1; field <= segment.size; field += 1) {
            compared += 1
            if (segment.raw(field) !== others[at]?.getField(field)?.toString())
              differences.push(`${file}: ${segment.id}-${field}`)
          }
      }
    expect(differences).toEqual([])
    expect(compared).toBeGreaterThan(30_000)
  })

  test('are read without a crash and without delay, however damaged they are', {
    timeout: times(60_000, 600_000),
  }, () => {
    const random = seeded(7)
    const pool = corpus.flatMap(({ bytes }) => splitFile(bytes).messages.map((message) => message.bytes))
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
    const scraps = [
      '|',
      '^',
      '~',
      '\\',
      '&',
      '\r',
      '\n',
      '""',
      'MSH|^~\\&|',
      'PID|',
      '\v',
      '\x1c\r',
      '\\X',
      '\xff',
      '\0',
      'BTS|9\r',
      '#',
    ]
    let slowest = 0
    for (let left = times(5_000, 100_000); left > 0; left -= 1) {
      const bytes = damaged(
        pick(pool),
        pick(pool),
        () => random(),
        () => pick(scraps),
      )
      const took = quickestOf(5, () => splitFile(bytes).messages.forEach(readAll))
      slowest = Math.max(slowest, took)
    }
    expect(slowest).toBeLessThan(50)
  })
})

/**
 * Returns the CPU milliseconds of a call in this thread. Repeats a slow call, because other work on the machine can
 * slow it down.
 */
function quickestOf(tries: number, call: () => void): number {
  const begun = process.threadCpuUsage()
  call()
  const { user } = process.threadCpuUsage(begun)
  return user < 50_000 || tries === 1 ? user / 1000 : Math.min(user / 1000, quickestOf(tries - 1, call))
}

/**
 * Returns the message with one to five faults: bytes changed, removed, doubled, cut off, or taken from another message.
 */
function damaged(bytes: Uint8Array, other: Uint8Array, random: () => number, scrap: () => string): Uint8Array {
  let now = [...bytes]
  for (let left = 1 + Math.floor(random() * 5); left > 0; left -= 1) {
    const at = Math.floor(random() * now.length)
    const size = Math.floor(random() ** 3 * 200)
    const added = Array.from(scrap(), (one) => one.charCodeAt(0))
    switch (Math.floor(random() * 6)) {
      case 0:
        now[at] = Math.floor(random() * 256)
        break
      case 1:
        now.splice(at, size)
        break
      case 2:
        now.splice(at, 0, ...now.slice(at, at + size))
        break
      case 3:
        now = now.slice(0, at)
        break
      case 4:
        now.splice(at, 0, ...other.slice(0, size * 5))
        break
      default:
        now.splice(at, 0, ...added)
    }
  }
  return Uint8Array.from(now)
}
