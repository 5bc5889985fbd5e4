import { isManager } from '@dictara/contract'
import type { Blobs } from '../../gateways/blobs/index.ts'
import { type Actor, reachesFacility } from '../../platform/actor.ts'
import type { Doors } from '../../platform/database/index.ts'
import { InOrder } from '../../platform/in-order.ts'
import { defineTask, type Task } from '../../platform/tasks/index.ts'
import { actorNow } from '../people/index.ts'
import {
  endWaiting,
  insertVerdict,
  isVerdictThere,
  listDone,
  listWaiting,
  type WaitingFile,
} from './hl7-messages.store.ts'
import { receiveMessage } from './receive-message.ts'
import { messagesOf, patientNumbersIn, WholeFile } from './whole-file.ts'

/** Who imports, as they called; who they are now is read again every few hundred files. */
export interface ImportPayload {
  actor: Actor
  importId: string
}

interface Reading {
  doors: Doors
  blobs: Blobs
  signal: AbortSignal
  actor: Actor
  inOrder: InOrder
}

/** So many messages are taken in at once; those that name the same patient one after another. */
const messagesAtOnce = 4
const filesAtOnce = 200

/**
 * Reads a file and takes in its messages, each in a transaction of its own; those that are done stay done. The last one ends the file:
 * most files have one message, and a transaction costs more than its message. Returns when all of them have begun.
 */
async function readFile(reading: Reading, file: WaitingFile, done: ReadonlySet<number> = new Set()): Promise<void> {
  const { doors, blobs, signal, actor, inOrder } = reading
  const reaches = (id: string) => reachesFacility(actor, id)
  const from = { facilityId: file.facilityId, reaches, mayReuseControlIds: true }
  const whole = new WholeFile(file)
  const begun: Promise<void>[] = []
  let isEnding = false
  for await (const { read, number, isLast } of messagesOf(blobs, file, (problem) => whole.tell(problem))) {
    signal.throwIfAborted()
    whole.add(read)
    if (done.has(number)) continue
    isEnding = isLast
    const take = () =>
      doors
        .inClinic(actor, async (work) => {
          const verdict = await receiveMessage(work, read, from)
          await insertVerdict(work, file.id, { number, ...verdict })
          if (isLast) await whole.end(work)
        })
        // Another copy of the server reads the same import, and was faster.
        .catch((error: unknown) => {
          if (!isVerdictThere(error)) throw error
        })
    const { over } = await inOrder.add(patientNumbersIn(read.message), take, isLast ? begun : [])
    begun.push(over)
  }
  if (!isEnding) await inOrder.add([], () => doors.inClinic(actor, (work) => whole.end(work)), begun)
}

const stopped = 'This file wasn’t read, because the person who imported it may no longer import files.'
const broken =
  'This file wasn’t read completely, because something went wrong on our side. Import it again: messages that were already applied are skipped.'

/** The background work of an import: its files one by one. Killed in the middle, it goes on where it was. */
export function importTask(doors: Doors, blobs: Blobs): Task<ImportPayload> {
  const end = (actor: Actor, importId: string, problem: string) =>
    doors.inClinic(actor, (work) => endWaiting(work, importId, problem))
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
        const { files, done, now } = await doors.inClinic(actor, async (work) => {
          const files = await listWaiting(work, importId, filesAtOnce)
          const done = await listDone(
            work,
            files.map(({ id }) => id),
          )
          return { files, done, now: await actorNow(work, actor, isManager) }
        })
        if (files.length === 0) return
        if (!now) return end(actor, importId, stopped)
        const inOrder = new InOrder(messagesAtOnce)
        try {
          for (const file of files)
            await readFile({ doors, blobs, signal, actor: now, inOrder }, file, done.get(file.id))
        } finally {
          await inOrder.end()
        }
      }
    },
    whenDead: ({ actor, importId }) => end(actor, importId, broken),
  })
}
