import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  classify,
  type FileMessage,
  type Message,
  parseMessage,
  type Problem,
  readAppointmentMessage,
  readPatientMessage,
  readText,
  splitFile,
} from '../index.ts'

const folder = new URL('../../../../shared/data/hl7/', import.meta.url)
const timeZone = 'America/New_York'

/** Messages from other sources lie beside the checkout, with a manifest that names their sources. */
export const hasCorpus = existsSync(fileURLToPath(new URL('manifest.json', folder)))

export interface CorpusFile {
  file: string
  messages: number
  bytes: Uint8Array
}

export function readCorpus(): CorpusFile[] {
  if (!hasCorpus) return []
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as {
    file: string
    messages: number
  }[]
  return manifest
    .toSorted((one, other) => (one.file < other.file ? -1 : 1))
    .map(({ file, messages }) => ({ file, messages, bytes: new Uint8Array(readFileSync(new URL(file, folder))) }))
}

export interface ReadMessage {
  message: Message
  charset: string
  problems: Problem[]
  /** For example `PATIENT ADT A08 upsert`. */
  kind: string
  name: string
}

/** Reads everything from one message of a file. */
export function readAll({ bytes, line, charset }: FileMessage): ReadMessage {
  const text = readText(bytes, { known: charset })
  const { message, problems } = parseMessage(text.text, { line })
  const type = classify(message)
  const patient = readPatientMessage(message, { timeZone })
  const more = type === 'CALENDAR' ? readAppointmentMessage(message, { timeZone }) : undefined
  return {
    message,
    charset: text.charset,
    problems: [...text.problems, ...problems, ...patient.problems, ...(more?.problems ?? [])],
    kind: [type ?? '-', patient.type ?? '-', patient.trigger ?? '-', (more ?? patient).effect].join(' '),
    name: `${patient.patient?.lastName}, ${patient.patient?.firstName}`,
  }
}

const placeOf = ({ code, segment, field }: Problem) => `${code}${segment ? `@${segment}-${field ?? ''}` : ''}`

/** Sums up the result of a file in one line: how many messages of which kind and character set, and the problems. */
export function verdictOf(bytes: Uint8Array): string {
  const { messages, problems } = splitFile(bytes)
  const counts = new Map<string, number>()
  for (const { kind, charset, problems: told } of messages.map(readAll)) {
    const verdict = [kind, charset, ...told.map(placeOf)].join(' ')
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
  }
  const ofMessages = [...counts].map(([verdict, count]) => `${count} × ${verdict}`)
  return [
    ...problems.map((problem) => `${placeOf(problem)}${problem.line ? ` line ${problem.line}` : ''}`),
    ...ofMessages,
  ].join('; ')
}
