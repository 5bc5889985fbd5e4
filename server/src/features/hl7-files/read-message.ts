import { createHash } from 'node:crypto'
import {
  classify,
  type FileMessage,
  type Message,
  messageType,
  parseMessage,
  type Problem,
  readText,
  triggerOf,
} from '@dictara/hl7'
import type { Hl7FileType } from '@dictara/contract/hl7-files'

/** A message as it stands, before it is known whose it is. */
export interface ReadMessage {
  message: Message
  /** Of its MSH segment in the file, from 1. */
  line: number
  /** MSH-9, as `ADT^A08`. */
  event: string
  /** MSH-10; of one without, a mark of its bytes. */
  controlId: string
  /** Who sent it: MSH-3 and MSH-4. */
  sender: string
  /** Of its bytes, hex. */
  sha256: string
  /** Undefined for one that has none of the three (Q147). */
  fileType: Hl7FileType | undefined
  problems: Problem[]
}

/** Text as it can be stored and shown. */
const plain = (text: string | null | undefined, most: number) =>
  (text ?? '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, most)

/** Reads one message of a file or a frame. Nothing in it makes this throw. */
export function readMessage({ bytes, line, charset }: FileMessage): ReadMessage {
  const { text, problems: ofText } = readText(bytes, { known: charset })
  const { message, problems } = parseMessage(text, { line })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const of = (path: string) => plain(message.get(path), 200)
  return {
    message,
    line,
    event: [messageType(message), triggerOf(message)].filter(Boolean).join('^'),
    controlId: of('MSH-10') || `sha256:${sha256}`,
    sender: `${of('MSH-3.1')}|${of('MSH-4.1')}`,
    sha256,
    fileType: classify(message),
    problems: [...ofText, ...problems],
  }
}
