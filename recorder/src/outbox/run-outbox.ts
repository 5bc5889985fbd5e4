import { keptMs } from '@dictara/browser/kept-parts'
import type { Recording, Recordings } from '@dictara/browser/recordings'
import type { OutboxReport } from '@dictara/contract/outbox'
import { patientName } from '../ui/words.ts'
import { isWorthKeeping } from '../unsent/unsent.ts'

type Found = Omit<Extract<OutboxReport, { type: 'found' }>, 'type'>

const told = ({ dictationId, details, kept, takes }: Recording) => ({
  dictationId,
  patientName: patientName(details.patient),
  lengthMs: keptMs(kept, takes),
  isAsked: false,
})

/** Finds what lies unsent in this browser, and tells of it. */
export async function runOutbox(recordings: Recordings, tell: (found: Found) => void): Promise<void> {
  const kept = (await recordings.list()).filter((one) => !one.isDiscarded && isWorthKeeping(one))
  tell({ unsent: kept.map(told), sent: [], isSending: false })
}
