import { inferNote } from '@dictara/dictation/inference'
import { readCorpus } from '../../dictation/src/test-data/inference/read-corpus.fixtures.ts'
import { ratesOf, scoreNotes } from '../../dictation/src/test-data/inference/score.ts'

/** Prints how well inference works on the corpus, by kind of item, and its CPU time for long notes. */
const thousandWordsMost = 100
const rounds = 21

const percent = (part: number) => `${(part * 100).toFixed(1)} %`
for (const half of ['seen', 'unseen'] as const) {
  const notes = readCorpus(half)
  const { byKind, contexts, outside } = scoreNotes(notes, inferNote)
  console.log(`${half}, ${notes.length} notes:`)
  for (const [kind, count] of Object.entries(byKind)) {
    const { precision, recall, f1 } = ratesOf(count)
    console.log(
      `  ${kind}: F1 ${percent(f1)} (precision ${percent(precision)}, recall ${percent(recall)}, ${count.expected} annotated)`,
    )
  }
  console.log(
    `  negation and side of found problems: ${percent(contexts.right / contexts.matched)} (negation ${percent(contexts.negation / contexts.matched)}, side ${percent(contexts.side / contexts.matched)}); evidence outside the note: ${outside}`,
  )
}

/** Returns the median CPU milliseconds of inference on a note of this many words of the corpus, after a warm-up. */
function cpuOf(words: number): number {
  const all = readCorpus('seen').flatMap(({ sections }) => sections)
  const sections: typeof all = []
  for (let left = words, next = 0; left > 0; next += 1) {
    const { heading, text } = all[next % all.length]!
    const some = text.split(' ').slice(0, left)
    sections.push({ heading, text: some.join(' ') })
    left -= some.length
  }
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage()
    inferNote(sections)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }).toSorted((a, b) => a - b)
  return times[Math.floor(rounds / 2)]!
}

const thousand = cpuOf(1_000)
const isReached = thousand <= thousandWordsMost
console.log(
  `1,000 words: ${thousand.toFixed(1)} ms CPU (at most ${thousandWordsMost} ms), ratio ${(thousand / thousandWordsMost).toFixed(2)}: ${isReached ? 'reached' : 'MISSED'}`,
)
console.log(`10,000 words: ${cpuOf(10_000).toFixed(1)} ms CPU`)
process.exitCode = isReached ? 0 : 1
