import type { Hl7FileType } from '@dictara/contract/hl7-files'
import { isManager } from '@dictara/contract'
import { splitStream } from '@dictara/hl7'
import type { Blobs } from '../../gateways/blobs/index.ts'
import { type Actor, reachesFacility } from '../../platform/actor.ts'
import type { Doors } from '../../platform/database/index.ts'
import { defineTask, type Task } from '../../platform/tasks/index.ts'
import { actorNow } from '../people/index.ts'
import { endFile, insertVerdict, listDone, listWaiting } from './hl7-files.store.ts'
import { readMessage } from './read-message.ts'
import { receiveMessage, type Verdict } from './receive-message.ts'

/** Who imports, as they called; who they are now is read again with every file. */
export interface ImportPayload {
  actor: Actor
  importId: string
}

type Waiting = Awaited<ReturnType<typeof listWaiting>>[number]

interface Reading {
  doors: Doors
  blobs: Blobs
  signal: AbortSignal
}

/** The types of a file's messages by their number; the file stands in the list of the most frequent one. */
class Types {
  readonly #counts = new Map<Hl7FileType, number>()
  add(type: Hl7FileType | undefined) {
    if (type) this.#counts.set(type, (this.#counts.get(type) ?? 0) + 1)
  }
  most = () => [...this.#counts].toSorted(([, a], [, b]) => b - a)[0]?.[0]
}

/** Reads a file and takes in its messages, each in a transaction of its own; those that are done stay done. */
async function readFile({ doors, blobs, signal }: Reading, actor: Actor, file: Waiting): Promise<void> {
  const done = await doors.inClinic(actor, (work) => listDone(work, file.id))
  const from = { facilityId: file.facilityId, reaches: (id: string) => reachesFacility(actor, id) }
  const types = new Types()
  const facilities = new Set<string>()
  let number = 0
  let problem: string | null = null
  for await (const part of splitStream(blobs.read(file.blobId))) {
    signal.throwIfAborted()
    if (part.kind === 'problem') {
      // The worst is told of the file; what is wrong within a message is told of that.
      if (part.problem.severity === 'error' || problem === null)
        problem = `${part.problem.line === undefined ? '' : `Line ${part.problem.line}: `}${part.problem.message}`
      continue
    }
    number += 1
    const read = readMessage(part)
    types.add(read.fileType)
    if (done.has(number)) continue
    const verdict = await doors.inClinic(actor, async (work): Promise<Verdict> => {
      const received = await receiveMessage(work, read, from)
      await insertVerdict(work, file.id, { number, ...received })
      return received
    })
    if (verdict.facilityId) facilities.add(verdict.facilityId)
  }
  const fileType = types.most()
  const [facilityId] = facilities
  await doors.inClinic(actor, (work) =>
    endFile(work, file.id, {
      problem,
      ...(fileType && { fileType }),
      ...(!file.facilityId && facilityId && { facilityId }),
    }),
  )
}

const stopped = 'Not read: whoever imported this file may not import files any more.'
const broken =
  'Not read to its end: something went wrong on our side. Import the file again; messages already applied are skipped.'

/** The background work of an import: its files one by one. Killed in the middle, it goes on where it was. */
export function importTask(doors: Doors, blobs: Blobs): Task<ImportPayload> {
  const end = (actor: Actor, importId: string, problem: string) =>
    doors.inClinic(actor, async (work) => {
      for (const { id } of await listWaiting(work, importId)) await endFile(work, id, { problem })
    })
  return defineTask<ImportPayload>({
    name: 'import-hl7',
    about: 'Reads the HL7 files that somebody imports.',
    attempts: 5,
    retryDelaySeconds: 5,
    timeLimitSeconds: 6 * 60 * 60,
    parallel: 2,
    parallelOfGroup: 1,
    async run({ actor, importId }, { signal }) {
      for (;;) {
        const [file] = await doors.inClinic(actor, (work) => listWaiting(work, importId))
        if (!file) return
        const now = await doors.inClinic(actor, (work) => actorNow(work, actor, isManager))
        if (!now) return end(actor, importId, stopped)
        await readFile({ doors, blobs, signal }, now, file)
      }
    },
    whenDead: ({ actor, importId }) => end(actor, importId, broken),
  })
}
