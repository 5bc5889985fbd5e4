import { parseMessage } from '../parse.ts'
import { segmentOf, writeMessage } from '../write.ts'
import { type PatientMessage, readPatientMessage } from './patient.ts'

export const timeZone = 'America/New_York'
export const read = (text: string) => readPatientMessage(parseMessage(text).message, { timeZone })
export const header = (type = 'ADT^A08') => `MSH|^~\\&|APP|FAC|||20260102||${type}|1|P|2.5`
export const pid = 'PID|1||7^^^HOSP^MR||Doe^John^Q^Jr^Dr||19800115|M'
export const withSegments = (...segments: string[]) => read([header(), pid, ...segments].join('\r'))
export const codesOf = ({ problems }: PatientMessage) =>
  problems.map(({ code, segment, field }) => [code, segment, field].filter(Boolean).join(' '))
/** Builds a message of a patient with one more segment that has these fields. */
export const withFields = (id: string, fields: Parameters<typeof segmentOf>[1]) =>
  withSegments(writeMessage([segmentOf(id, fields)]).trimEnd())
