import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeLines } from './write-lines.ts'

async function* pieces(...texts: string[]) {
  yield* texts
}
async function written(...texts: string[]): Promise<string[]> {
  const lines = (await Array.fromAsync(writeLines(pieces(...texts)))).join('').split('\n')
  expect(lines.pop()).toBe('')
  return lines
}

test('each spoken line becomes one written line, with line breaks as two characters, and an empty line stays empty', async () => {
  expect(await written('no fever comma no cough period\n\n  \nfirst next line second\r\nlast')).toEqual([
    'no fever, no cough.',
    '',
    '',
    'first\\nSecond',
    'last',
  ])
  expect(await written('')).toEqual([])
  expect(await written('\n')).toEqual([''])
})

test('lines come out one for one and unchanged, wherever the input is split', async () => {
  const words = fc.array(fc.constantFrom('no', 'fever', 'period', 'next', 'line', 'two', 'milligrams', '\u2028', '\r'))
  const lines = fc.array(
    words.map((said) => said.join(' ')),
    { minLength: 1, maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(lines, fc.array(fc.nat(200)), async (said, cuts) => {
      const text = said.map((line) => `${line}\n`).join('')
      const places = [0, ...cuts.toSorted((a, b) => a - b), text.length]
      const cut = places.slice(1).map((end, index) => text.slice(places[index], end))
      const whole = await written(text)
      expect(whole).toHaveLength(said.length)
      expect(await written(...cut)).toEqual(whole)
    }),
    { numRuns: 50 },
  )
})
