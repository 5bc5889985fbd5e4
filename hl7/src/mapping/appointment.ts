import { type Message, type Repetition, type Value } from '../message.ts'
import { type Problem } from '../problems.ts'
import { triggerOf } from './classify.ts'
import { type ReadTable, only, TableReader } from './table.ts'
import { personOf } from './types.ts'

/** Left: the words of Dictara. Right: where HL7 has it (see table.ts). */
const appointmentTable = {
  appointmentId: 'SCH-2.1, else SCH-1.1, else SCH-26.1, else SCH-27.1',
  type: 'SCH-8 as words',
  reason: 'SCH-7 as words, else SCH-6 as words',
} as const

/** Until 2.5 the time stood in SCH-11; since then in TQ1, and what is left in SCH-11 may be old. */
const timesUntil25 = {
  start: 'TQ1-7.1, else SCH-11.4, else AIS-4.1, else AIP-6.1, else AIL-6.1 as instant',
  end: 'TQ1-8.1, else SCH-11.5 as instant',
} as const
const timesSince26 = {
  start: 'TQ1-7.1, else AIS-4.1, else AIP-6.1, else AIL-6.1, else SCH-11.4 as instant',
  end: 'TQ1-8.1, else SCH-11.5 as instant',
} as const
const durations = [
  ['AIS-7.1', 'AIS-8.1'],
  ['SCH-9.1', 'SCH-10.1'],
] as const

export type AppointmentEffect = 'upsert' | 'cancel' | 'delete' | 'none'

/** The events of SIU: what becomes of the appointment. */
const events: Readonly<Record<string, AppointmentEffect>> = {
  S12: 'upsert',
  S13: 'upsert',
  S14: 'upsert',
  S15: 'cancel',
  S16: 'cancel',
  S17: 'delete',
  S26: 'upsert',
}

export interface Appointment extends ReadTable<typeof appointmentTable> {
  /** Instants in ISO 8601. */
  start: Value
  end: Value
  /** Names, in the order of the message. */
  providers: string[]
  locations: string[]
}

export interface AppointmentMessage {
  trigger: string | undefined
  effect: AppointmentEffect
  appointment: Appointment
  problems: Problem[]
}

/** PL as people say it: unit, room, bed, facility. */
function placeOf(place: Repetition): string | undefined {
  const parts = [1, 2, 3, 4].map((component) => place.value(component, 1)?.trim() ?? '')
  return parts.filter((part) => part !== '').join(', ') || undefined
}

function listOf(message: Message, id: string, read: (field: Repetition) => Value): string[] {
  const all = message.all(id).flatMap((segment) => segment.repetitions(3).flatMap((one) => read(one)?.trim() || []))
  return [...new Set(all)]
}

/** Minutes of what a unit is called; undefined if it is none. Without a unit, minutes are meant. */
function minutesIn(unit: Value): number | undefined {
  const name = (unit ?? 'min').trim().toLowerCase()
  if (/^(min|m$)/.test(name)) return 1
  if (/^(h$|hr|hour)/.test(name)) return 60
  return /^(s$|sec)/.test(name) ? 1 / 60 : undefined
}

/** The end of an appointment that tells only how long it takes. */
function endAfter(reader: TableReader, start: Value, message: Message): Value {
  if (!start) return undefined
  for (const [length, unit] of durations) {
    const minutes =
      Number(reader.one(length, (id) => message.first(id)) ?? Number.NaN) *
      (minutesIn(reader.one(unit, (id) => message.first(id))) ?? Number.NaN)
    if (minutes > 0 && minutes < 60 * 24 * 31) return new Date(Date.parse(start) + minutes * 60_000).toISOString()
  }
  return undefined
}

/**
 * What an SIU says about an appointment: S12 to S17 and S26. `timeZone` is the facility’s (IANA), for times without a zone. For its
 * patient see `readPatientMessage`.
 */
export function readAppointmentMessage(message: Message, { timeZone }: { timeZone: string }): AppointmentMessage {
  const reader = new TableReader(timeZone)
  const trigger = triggerOf(message)
  const effect = events[trigger ?? ''] ?? 'none'
  if (effect === 'none') reader.tell(trigger === undefined ? 'no-event' : 'event-without-effect', message.header, 9)
  const schedule = message.first('SCH')
  const first = (id: string) => message.first(id)
  const read = reader.read(appointmentTable, first)
  const isOld = (message.get('MSH-12.1') ?? '') < '2.6'
  const { start, end } = reader.read(isOld ? timesUntil25 : timesSince26, schedule ? first : only())
  const isMatching = end && start ? end > start : Boolean(end)
  if (!read.appointmentId) reader.tell('no-appointment', schedule, 2)
  if (!start && effect === 'upsert') reader.tell('no-appointment-time', schedule, 11)
  const appointment = {
    ...read,
    start,
    end: isMatching ? end : endAfter(reader, start, message),
    providers: listOf(message, 'AIP', personOf),
    locations: listOf(message, 'AIL', placeOf),
  }
  return { trigger, effect, appointment, problems: reader.problems.all }
}
