import { type AckStage, controlId, type Message, messageType, type Outcome, wantsAck, writeAck } from '@dictara/hl7'
import type { Platform } from '../../platform/feature.ts'
import { newId } from '../../platform/ids.ts'
import { createTurns } from '../../platform/turns.ts'
import { readMessage, type SentMessage, type Verdict } from '../hl7-files/index.ts'
import { findClinicOf } from './hl7-listener.store.ts'

interface Judged {
  outcome: Outcome
  text?: string | undefined
}

/** What belongs to no facility here isn’t for us, or can’t be read: rejected. What a facility can’t use is an error in the message. */
function judge({ verdict, facilityId, reason }: Verdict): Judged {
  if (verdict !== 'REFUSED') return { outcome: 'accepted' }
  return { outcome: facilityId === null ? 'rejected' : 'error', text: reason ?? undefined }
}

const stages: readonly AckStage[] = ['accept', 'application']

/**
 * Answers the messages of senders.
 * @param take commits a message before it resolves
 * @returns the acknowledgements of a message, one after the other: after a refusal of the first stage there is no second. None where
 *   the sender asked for none. Never throws: when the database is away, the sender hears so and sends again.
 */
export function messageAnswerer(
  { config, doors, clock, log }: Platform,
  take: (sent: SentMessage) => Promise<Verdict>,
): (facilityId: string, bytes: Uint8Array) => Promise<string[]> {
  const clinics = new Map<string, string>()
  // One of the system’s connections stays free for tasks.
  const inTurn = createTurns(Math.max(2, Math.ceil(config.DICTARA_DATABASE_POOL / 2) - 1))

  async function clinicOf(facilityId: string): Promise<string | undefined> {
    const known = clinics.get(facilityId)
    if (known) return known
    const found = await doors.asSystem('task find the clinic of HL7 messages', (work) => findClinicOf(work, facilityId))
    if (found) clinics.set(facilityId, found)
    return found
  }

  async function decide(sent: Omit<SentMessage, 'clinicId'>): Promise<Judged> {
    const { facilityId } = sent
    try {
      const clinicId = await clinicOf(facilityId)
      if (!clinicId) return { outcome: 'rejected', text: 'The facility that this address sends for doesn’t exist.' }
      return judge(await inTurn(() => take({ ...sent, clinicId })))
    } catch (error) {
      log.error({ error, facilityId, event: sent.read.event }, 'an HL7 message could not be taken')
      return { outcome: 'error', text: 'Dictara can’t take messages at the moment. Send this one again later.' }
    }
  }

  const write = (message: Message, stage: AckStage, { outcome, text }: Judged) =>
    writeAck(message, { stage, outcome, id: controlId(newId()), at: clock.now(), ...(text && { text }) })

  return async (facilityId, bytes) => {
    const read = readMessage({ bytes, line: 1, charset: undefined })
    const { message } = read
    // An acknowledgement is never acknowledged.
    if (messageType(message) === 'ACK') return []
    const judged = await decide({ facilityId, read, bytes })
    const wanted = stages.filter((stage) => wantsAck(message, stage, judged.outcome))
    return wanted.slice(0, judged.outcome === 'accepted' ? 2 : 1).map((stage) => write(message, stage, judged))
  }
}
