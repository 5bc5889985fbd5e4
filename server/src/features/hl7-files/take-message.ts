import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Doors } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { insertionWithVerdict, listHl7Facilities } from './hl7-messages.store.ts'
import { storeFile } from './keep-file.ts'
import type { ReadMessage } from './read-message.ts'
import { receiveMessage, type Verdict } from './receive-message.ts'

/** A message that came by itself, from a sender that sends for this facility. */
export interface SentMessage {
  clinicId: string
  facilityId: string
  read: ReadMessage
  bytes: Uint8Array
}

/** A file name such as `ADT-A08 C123.hl7`, made of characters that every file system allows. */
const nameOf = ({ event, controlId }: ReadMessage) =>
  `${[event, controlId].map((part) => part.replaceAll(/[^\w.-]+/g, '-')).join(' ')}`.trim().slice(0, 200) + '.hl7'

/**
 * Takes messages that come by themselves, each for the facility of its sender only. The transaction that applies a message also keeps it
 * as a file, with its verdict. Three kinds of messages are not kept: one that was received before; one that is refused for the same
 * reason as the same message just before, because a sender that repeats itself would fill the list; and any for a facility without HL7
 * integration.
 */
export function messageTaker(doors: Doors, blobs: Blobs) {
  const refusedLast = new Map<string, string>()

  /** @throws what the database or the disk threw; whether the message was taken is then unknown, and it may come again */
  return async function take({ clinicId, facilityId, read, bytes }: SentMessage): Promise<Verdict> {
    // While the transaction works: both may wait for the disk. What fails below leaves an orphan, which is swept away.
    const storing = storeFile(blobs, bytes)
    storing.catch(() => {})
    const { verdict, isKept } = await doors.asSystem(
      'task receive HL7 message',
      async (work) => {
        const verdict = await receiveMessage(work, read, { facilityId, reaches: (one) => one === facilityId })
        const isOurs = async () =>
          verdict.facilityId !== null ||
          (await listHl7Facilities(work)).some((one) => one.id === facilityId && one.takesHl7)
        const isAgain = verdict.verdict === 'KNOWN' || refusedLast.get(facilityId) === markOf(read, verdict)
        if (isAgain || !(await isOurs())) return { verdict, isKept: false }
        const file = {
          ...(await storing),
          id: newId(),
          importId: null,
          facilityId: verdict.facilityId,
          fileName: nameOf(read),
          fileType: read.fileType ?? 'PATIENT',
        }
        work.withCommit(insertionWithVerdict(work, { ...file, state: 'DONE' }, { number: 1, ...verdict }))
        return { verdict, isKept: true }
      },
      clinicId,
    )
    if (verdict.verdict === 'REFUSED') refusedLast.set(facilityId, markOf(read, verdict))
    const { blobId } = await storing
    if (!isKept && blobId) await blobs.remove(blobId)
    return verdict
  }
}

const markOf = ({ sha256 }: ReadMessage, { reason }: Verdict) => `${sha256} ${reason}`
