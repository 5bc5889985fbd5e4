import { hl7Refusals, type Hl7Message } from '@dictara/contract/hl7-files'
import { patientRefusals } from '@dictara/contract/patients'
import { type Problem, type ProblemCode, problemOf } from '@dictara/hl7'
import { isDataError, together, waitForTurn, type Work } from '../../platform/database/index.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import { applyMessage } from './apply-message.ts'
import { listHl7Facilities, type MessageVerdict, noteReceived } from './hl7-messages.store.ts'
import type { ReadMessage } from './read-message.ts'
import { type ReceivedFor, whichFacility } from './which-facility.ts'

export type Verdict = Omit<MessageVerdict, 'number'>

const asShown = ({ severity, message, segment, field, line, position }: Problem): Hl7Message['problems'][number] => ({
  severity,
  message,
  ...(segment && { segment }),
  ...(field !== undefined && { field }),
  ...(line !== undefined && { line }),
  ...(position !== undefined && { position }),
})

/** Why a message has nothing to apply. */
const saysNothing = new Set<ProblemCode>([
  'event-without-effect',
  'message-type-unknown',
  'no-event',
  'no-message-type',
])

/** Where a refusal lies in the message: what a new patient lacks stands in PID. */
function placeOf({ message }: ReadMessage, refusal: Refusal): Hl7Message['problems'] {
  const pid = message.first('PID')
  if (refusal.spec !== patientRefusals.incomplete || !pid) return []
  const { line } = pid
  return [{ severity: 'error', message: refusal.message, segment: 'PID', field: 5, line, position: pid.positionOf(5) }]
}

/**
 * Takes a message in: finds its facility, does what it says, and tells what became of it. The same message again changes nothing; what
 * is refused leaves nothing behind and may come again. The caller's transaction holds the effect and whatever it writes of the verdict.
 */
export async function receiveMessage(work: Work, read: ReadMessage, from: ReceivedFor): Promise<Verdict> {
  const { line, event, controlId, sender, sha256 } = read
  const verdict: Verdict = { line, event, controlId, facilityId: null, verdict: 'REFUSED', reason: null, problems: [] }
  const found = [...read.problems]
  const errorIn = () => found.find(({ severity }) => severity === 'error')
  try {
    refuseUnless(!errorIn(), hl7Refusals.unusable, { problem: errorIn()?.message ?? '' })
    const became = await work.attempt(async () => {
      const [facilities, , receipt] = await together([
        listHl7Facilities(work),
        // Otherwise two messages under one control id would not see each other.
        !from.mayReuseControlIds && waitForTurn(work, `hl7 ${sender} ${controlId}`),
        noteReceived(work, { sender, controlId, sha256 }),
      ])
      const facility = whichFacility(read.message, facilities, from)
      verdict.facilityId = facility.id
      if (receipt === 'SAME') return 'KNOWN'
      refuseUnless(receipt === 'NEW' || from.mayReuseControlIds === true, hl7Refusals.otherBytes)
      if (receipt === 'REUSED') found.push(problemOf('control-id-reused', { segment: 'MSH', field: 10, line }))
      const hasEffect = await applyMessage({ work, read, facility, tell: (problems) => found.push(...problems) })
      refuseUnless(!errorIn(), hl7Refusals.unusable, { problem: errorIn()?.message ?? '' })
      return hasEffect ? 'APPLIED' : 'NOTHING'
    })
    const reason = became === 'NOTHING' ? (found.find(({ code }) => saysNothing.has(code))?.message ?? null) : null
    return { ...verdict, verdict: became, reason, problems: found.map(asShown) }
  } catch (error) {
    if (isDataError(error)) return { ...verdict, reason: hl7Refusals.unstorable.message, problems: found.map(asShown) }
    if (!(error instanceof Refusal)) throw error
    return { ...verdict, reason: error.message, problems: [...found.map(asShown), ...placeOf(read, error)] }
  }
}
