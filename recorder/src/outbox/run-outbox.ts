import type { OutboxReport, UnsentRecording } from '@dictara/contract/outbox'
import { sendAsked } from '../sending/outbox.ts'
import type { Shelf } from '../sending/shelf.ts'
import { patientName } from '../ui/words.ts'
import { clearUp } from '../unsent/clear-up.ts'
import { listUnsent, recordedMs, type Unsent } from '../unsent/unsent.ts'

type Found = Omit<Extract<OutboxReport, { type: 'found' }>, 'type'>

/** A frame works at most this long; the rest is sent another time. */
const workForMs = 10 * 60_000

const unsentHere = (one: Unsent): UnsentRecording[] =>
  one.at === 'here'
    ? [
        {
          dictationId: one.recording.dictationId,
          patientName: patientName(one.recording.details.patient),
          lengthMs: recordedMs(one.recording),
          isAsked: one.recording.submitAskedAt !== null,
          isOpen: one.isHeld,
        },
      ]
    : []

/** Reports unsent recordings of this browser, sends submitted ones that did not arrive, and reports the results. */
export async function runOutbox(shelf: Shelf, tell: (found: Found) => void): Promise<void> {
  const unsent = async () => (await listUnsent(shelf)).flatMap(unsentHere)
  tell({ unsent: await unsent(), sent: [], isSending: true })
  const outcomes = [...(await clearUp(shelf)), ...(await sendAsked(shelf, AbortSignal.timeout(workForMs)))]
  const sent = outcomes.flatMap((outcome) => (outcome.kind === 'sent' ? [outcome.job] : []))
  tell({
    unsent: await unsent(),
    sent: sent.map(({ patientName, jobNumber }) => ({ patientName, jobNumber })),
    isSending: false,
  })
}
