import type { Hl7FileType } from '@dictara/contract/hl7-files'
import { type Message, type Problem, splitStream } from '@dictara/hl7'
import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Work } from '../../platform/database/index.ts'
import { endFile, type WaitingFile } from './hl7-messages.store.ts'
import { readMessage, type ReadMessage } from './read-message.ts'

/** Counts the types of a file’s messages: the file is listed under the most frequent type. */
class Types {
  readonly #counts = new Map<Hl7FileType, number>()
  add(type: Hl7FileType | undefined) {
    if (type) this.#counts.set(type, (this.#counts.get(type) ?? 0) + 1)
  }
  most = () => [...this.#counts].toSorted(([, a], [, b]) => b - a)[0]?.[0]
}

/** What a file says as a whole, collected while it is read. */
export class WholeFile {
  readonly #file: WaitingFile
  readonly #types = new Types()
  #problem: string | null = null

  constructor(file: WaitingFile) {
    this.#file = file
  }

  tell({ severity, line, message }: Problem) {
    // The worst is told of the file; what is wrong within a message is told of that.
    if (severity === 'error' || this.#problem === null)
      this.#problem = `${line === undefined ? '' : `Line ${line}: `}${message}`
  }
  add(read: ReadMessage) {
    this.#types.add(read.fileType)
  }
  /** Ends the file. */
  end(work: Work) {
    const fileType = this.#types.most()
    return endFile(work, this.#file.id, { problem: this.#problem, ...(fileType && { fileType }) })
  }
}

/** Messages that name one of the same numbers may be about the same patient. */
export const patientNumbersIn = (message: Message): string[] =>
  Object.entries({ PID: [2, 3, 4], MRG: [1, 4] }).flatMap(([id, fields]) =>
    message
      .all(id)
      .flatMap((segment) => fields.flatMap((field) => segment.repetitions(field)))
      .flatMap((one) => one.value(1)?.trim().toLowerCase() || []),
  )

/**
 * The messages of a file in their order, with their numbers from 1 and whether each is the last one. `tell` hears what is wrong with the
 * file before the last one is given.
 */
export async function* messagesOf(blobs: Blobs, file: WaitingFile, tell: (problem: Problem) => void) {
  let held: ReadMessage | undefined
  let number = 0
  for await (const part of splitStream(blobs.read(file.blobId))) {
    if (part.kind === 'problem') tell(part.problem)
    else {
      if (held) yield { read: held, number, isLast: false }
      held = readMessage(part)
      number += 1
    }
  }
  if (held) yield { read: held, number, isLast: true }
}
