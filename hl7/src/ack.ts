import { writeInstant } from './dates.ts'
import { usualDelimiters } from './delimiters.ts'
import { type Message } from './message.ts'
import { type Problem } from './problems.ts'
import { type Field, repeat, segmentOf, writeMessage } from './write.ts'

/** What became of a message: taken, not taken because of its content, or not taken for another reason (unreadable, not for us). */
export type Outcome = 'accepted' | 'error' | 'rejected'
/** `accept`: it is stored safely (enhanced mode only). `application`: it was worked on. */
export type AckStage = 'accept' | 'application'

const codes = {
  accept: { accepted: 'CA', error: 'CE', rejected: 'CR' },
  application: { accepted: 'AA', error: 'AE', rejected: 'AR' },
} as const
export type AckCode = (typeof codes)[AckStage][Outcome]

/** Enhanced if MSH-15 or MSH-16 is set: then an accept acknowledgement comes first, and each only when asked for. */
export const ackMode = (message: Message): 'original' | 'enhanced' =>
  message.get('MSH-15') || message.get('MSH-16') ? 'enhanced' : 'original'

/** Whether the sender waits for an acknowledgement of this stage: AL always, NE never, ER if it went wrong, SU if it went well. */
export function wantsAck(message: Message, stage: AckStage, outcome: Outcome): boolean {
  if (ackMode(message) === 'original') return stage === 'application'
  const asked = message.get(stage === 'accept' ? 'MSH-15' : 'MSH-16')
  if (asked === 'AL') return true
  if (asked === 'ER') return outcome !== 'accepted'
  return asked === 'SU' && outcome === 'accepted'
}

export interface AckContent {
  stage: AckStage
  outcome: Outcome
  /** MSH-10 of the acknowledgement: see `controlId`. */
  id: string
  at: Date
  /** For people at the other side; it must not hold patient data. */
  text?: string
  /** Told in ERR segments. */
  problems?: readonly Problem[]
}

const mostTold = 20

/** ERR of 2.5: where (segment, sequence, field), code, severity, words. */
const errorSegments = (problems: readonly Problem[]) =>
  problems.slice(0, mostTold).map(({ segment, field, severity, code, message }) =>
    segmentOf('ERR', {
      2: segment === undefined ? undefined : [segment, '1', field === undefined ? undefined : String(field)],
      3: ['207', 'Application internal error', 'HL70357'],
      4: severity === 'error' ? 'E' : 'W',
      5: [code],
      8: message,
    }),
  )

/**
 * The acknowledgement of a message, to be sent as it is. Sender and receiver change places with all their components. Without a
 * message, or with one that has no MSH, nothing is known of the sender.
 */
export function writeAck(
  message: Message | undefined,
  { stage, outcome, id, at, text, problems = [] }: AckContent,
): string {
  const header = message?.header
  const delimiters = (header && message?.delimiters) ?? usualDelimiters
  const copy = (field: number): Field => {
    const parts = header?.repetitions(field) ?? []
    return repeat(parts.map((part) => part.components()))
  }
  const version = header?.value(12, 1) ?? '2.5'
  const trigger = header?.value(9, 2) ?? undefined
  const segments = [
    segmentOf('MSH', {
      3: copy(5),
      4: copy(6),
      5: copy(3),
      6: copy(4),
      7: writeInstant(at),
      9: ['ACK', trigger, 'ACK'],
      10: id,
      11: header?.value(11, 1) ?? 'P',
      12: version,
      18: 'UNICODE UTF-8',
    }),
    segmentOf('MSA', { 1: codes[stage][outcome], 2: header?.value(10) ?? undefined, 3: text }),
    ...(version >= '2.5' ? errorSegments(problems) : []),
  ]
  return writeMessage(segments, delimiters)
}

export interface ReadAck {
  code: AckCode
  outcome: Outcome
  stage: AckStage
  /** MSA-2: MSH-10 of the message that it is about; undefined if it does not tell. */
  controlId: string | undefined
  /** MSA-3, or what the first ERR says. */
  text: string | undefined
}

/** What an acknowledgement says; null if the message is none, or has a code that does not exist. */
export function readAck(message: Message): ReadAck | null {
  const code = message.get('MSA-1')
  for (const stage of ['accept', 'application'] as const)
    for (const outcome of ['accepted', 'error', 'rejected'] as const)
      if (codes[stage][outcome] === code)
        return {
          code,
          outcome,
          stage,
          controlId: message.get('MSA-2') ?? undefined,
          text: message.get('MSA-3') ?? message.get('ERR-8') ?? message.get('ERR-7') ?? undefined,
        }
  return null
}

/** Whether an acknowledgement is about the message that was sent with this MSH-10. A late one of another message is not. */
export const isAckOf = (ack: ReadAck, sentControlId: string): boolean =>
  ack.controlId !== undefined && ack.controlId.trim() === sentControlId.trim()

const longest = 20n

/** MSH-10 for a UUID: 20 characters, which is what HL7 up to 2.6 allows. Two UUIDs made at random or by time give two. */
export function controlId(uuid: string): string {
  const number = BigInt(`0x${uuid.replaceAll('-', '')}`)
  return (number % 36n ** longest).toString(36).toUpperCase().padStart(Number(longest), '0')
}
