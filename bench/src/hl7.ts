import { parseMessage, readPatientMessage, readText, segmentOf, splitFile, writeMessage } from '@dictara/hl7'
import { Hl7Message } from '@medplum/core'
import { hasCorpus, readCorpus } from '../../hl7/src/test-data/corpus.fixtures.ts'

/**
 * The least ratio between our reader and @medplum/core, in messages per second of CPU. Both read every message
 * completely and decode every sub-component.
 */
const leastRatio = 1
const rounds = 9
const secondsOfRound = 0.4

const made = writeMessage([
  segmentOf('MSH', { 3: 'APP', 9: ['ADT', 'A08'], 10: '1', 12: '2.5' }),
  segmentOf('PID', { 1: '1', 3: ['7', undefined, undefined, 'HOSP', 'MR'], 5: ['Doe', 'John'], 7: '19800115', 8: 'M' }),
  ...Array.from({ length: 20 }, (_, at) =>
    segmentOf('OBX', { 1: String(at + 1), 2: 'TX', 3: ['H', 'History'], 5: 'A text & more', 11: 'F' }),
  ),
])
/** The messages from other sources are beside the checkout. @medplum/core throws on one with an incomplete MSH. */
const messages = (
  hasCorpus
    ? readCorpus().flatMap(({ bytes }) =>
        splitFile(bytes).messages.map((one) => readText(one.bytes, { known: one.charset }).text),
      )
    : [made]
).filter((text) => /^MSH.{5}/.test(text))

/** Returns the number of texts that our reader finds, to check that both do the same work. */
function readOurs(text: string): number {
  let count = 0
  const { message } = parseMessage(text)
  for (const segment of message.segments)
    for (let field = 1; field <= segment.size; field += 1)
      for (const repetition of segment.repetitions(field))
        for (const component of repetition.components()) count += component.length
  return count
}

function readTheirs(text: string): number {
  let count = 0
  const message = Hl7Message.parse(text)
  const { subcomponentSeparator } = message.context
  for (const segment of message.segments)
    for (const field of segment.fields)
      for (const repetition of field.components)
        for (const component of repetition) count += component.split(subcomponentSeparator).length
  return count
}

function rateOf(read: (text: string) => number): number {
  const begun = process.cpuUsage()
  let [count, seconds] = [0, 0]
  while (seconds < secondsOfRound) {
    for (const text of messages) read(text)
    count += messages.length
    const { user, system } = process.cpuUsage(begun)
    seconds = (user + system) / 1e6
  }
  return count / seconds
}

const median = (all: number[]) => all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)]!
// The first round is a warm-up.
const pairs = Array.from({ length: rounds }, () => [rateOf(readOurs), rateOf(readTheirs)] as const).slice(1)
const [ours, theirs] = [median(pairs.map(([one]) => one)), median(pairs.map(([, other]) => other))]
const ratio = median(pairs.map(([one, other]) => one / other))
const mapped = rateOf(
  (text) => readPatientMessage(parseMessage(text).message, { timeZone: 'America/New_York' }).problems.length,
)
const average = messages.reduce((sum, text) => sum + text.length, 0) / messages.length
const isReached = ratio >= leastRatio
console.log(
  `${messages.length} messages of ${average.toFixed(0)} characters on average${hasCorpus ? '' : ' (made here)'}`,
)
console.log(
  `everything decoded: ${ours.toFixed(0)} messages/s; @medplum/core, which decodes no escapes: ${theirs.toFixed(0)} (at least ${leastRatio}x), ratio ${ratio.toFixed(2)}: ${isReached ? 'reached' : 'MISSED'}`,
)
console.log(`what each says about its patient: ${mapped.toFixed(0)} messages/s`)
process.exitCode = isReached ? 0 : 1
