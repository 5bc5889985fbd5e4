import { type Message } from '../message.ts'

export type FileType = 'PATIENT' | 'CALENDAR' | 'DICTATION'

const types: Readonly<Record<string, FileType>> = {
  ADT: 'PATIENT',
  SIU: 'CALENDAR',
  MDM: 'DICTATION',
  ORU: 'DICTATION',
  ORM: 'DICTATION',
}

/** The first three letters of MSH-9, as `ADT`; undefined if there are none. */
export const messageType = (message: Message): string | undefined =>
  /^[A-Z]{3}/.exec((message.get('MSH-9.1') ?? '').trim().toUpperCase())?.[0]

/** The event, as `A01`: MSH-9.2, else EVN-1, else the end of MSH-9.1 or MSH-9.3 where a sender writes `ADT_A01`. */
export function triggerOf(message: Message): string | undefined {
  const isEvent = (value: string) => /^[A-Z][A-Z\d]\d$/.test(value)
  const named = [message.get('MSH-9.2'), message.get('EVN-1.1')].map((value) => (value ?? '').trim().toUpperCase())
  const structures = [message.get('MSH-9.1'), message.get('MSH-9.3')].map((value) => (value ?? '').trim().slice(-3))
  return [...named, ...structures].find(isEvent)
}

/** The type of a message by MSH-9, never by its file’s name (Q147); undefined for one that has none of the three. */
export const classify = (message: Message): FileType | undefined => types[messageType(message) ?? '']
