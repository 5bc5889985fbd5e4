import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { toWritten, writeNote } from '@dictara/dictation'
import { makeSentence, seeded } from '../../dictation/src/test-data/make-sentences.ts'

/** Checks the written form against its limits: external cases, generated sentences, and the time for 1,000 words. */
const sentences = 20_000
const wordsMostMilliseconds = 20
const shown = 10

const fileOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
/** Measures external cases, which are beside the checkout, and prints wrong ones. */
function measureCases(path: string): boolean {
  if (!existsSync(fileOf(path))) {
    console.log(`${path}: not here`)
    return true
  }
  const rows = readFileSync(fileOf(path), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t'))
  const wrong = rows.filter(([spoken = '', written = '']) => {
    const right = written.split(' || ').map((one) => one.replaceAll('\\n', '\n'))
    return !right.includes(toWritten(spoken))
  })
  for (const [spoken = '', written = ''] of wrong.slice(0, shown))
    console.log(`  ${spoken} → ${JSON.stringify(toWritten(spoken))}, not ${written}`)
  console.log(
    `${path}: ${rows.length - wrong.length} of ${rows.length} as they should be (all): ${wrong.length === 0 ? 'reached' : 'MISSED'}`,
  )
  return wrong.length === 0
}

/** Measures generated sentences with a known written form. A difference is a lost or changed word. */
function measureSentences(): boolean {
  const random = seeded(1)
  let wrong = 0
  for (let left = sentences; left > 0; left -= 1) {
    const { spoken, written } = makeSentence(random)
    if (toWritten(spoken) === written) continue
    wrong += 1
    if (wrong <= shown)
      console.log(`  ${spoken} → ${JSON.stringify(toWritten(spoken))}, not ${JSON.stringify(written)}`)
  }
  console.log(
    `${sentences} made sentences: ${wrong} with words lost or changed (at most 0): ${wrong === 0 ? 'reached' : 'MISSED'}`,
  )
  return wrong === 0
}

/** Measures the median time for a note of 1,000 words, after a warm-up. */
function measureTime(): boolean {
  const random = seeded(2)
  const words = Array.from({ length: 200 }, () => makeSentence(random).spoken)
    .join(' period ')
    .split(' ')
    .slice(0, 1000)
    .map((word, index) => ({ word, start: index * 0.4, end: index * 0.4 + 0.35, confidence: 0.9 }))
  const times = Array.from({ length: 51 }, () => {
    const begun = performance.now()
    writeNote(words, { templateHeadings: [], systemHeadings: [] })
    return performance.now() - begun
  }).toSorted((a, b) => a - b)
  const median = times[25]!
  console.log(
    `1,000 words: ${median.toFixed(1)} ms (at most ${wordsMostMilliseconds} ms), ratio ${(median / wordsMostMilliseconds).toFixed(2)}, ` +
      `${times[2]!.toFixed(1)} to ${times[48]!.toFixed(1)} ms: ${median <= wordsMostMilliseconds ? 'reached' : 'MISSED'}`,
  )
  return median <= wordsMostMilliseconds
}

const reached = [
  ...['phrases', 'phrases2', 'whisper'].map((name) => measureCases(`../shared/data/written/${name}.tsv`)),
  measureCases('dictation/src/test-data/spoken-to-written.tsv'),
  measureSentences(),
  measureTime(),
]
process.exitCode = reached.every(Boolean) ? 0 : 1
