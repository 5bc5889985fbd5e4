import { type Hl7FileType, hl7Limits, hl7Refusals, isHl7Name } from '@dictara/contract/hl7-files'
import { sharedRefusals } from '@dictara/contract'
import type { FastifyRequest } from 'fastify'
import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Actor } from '../../platform/actor.ts'
import { type ClinicWork, type Doors, waitWithOthers } from '../../platform/database/index.ts'
import { idForm, newId } from '../../platform/ids.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import type { Task } from '../../platform/tasks/index.ts'
import { insertFiles, type NewHl7File } from './hl7-files.store.ts'
import { addingToImport, listHl7Facilities } from './hl7-messages.store.ts'
import { refuseUnlessHl7IsOn } from './is-on.ts'
import type { ImportPayload } from './import-task.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'hl7.imported': { files: number; importId: string }
  }
}

export interface ImportParts {
  doors: Doors
  blobs: Blobs
  task: Task<ImportPayload>
}

type Received = Pick<NewHl7File, 'fileName' | 'sizeBytes'> & { blobId: string }

/** The last part of a path, as a folder upload sends it, without what no name holds. */
const nameOf = (given: string) =>
  given
    .replaceAll(/\p{Cc}/gu, '')
    .split(/[/\\]/)
    .at(-1)!
    .slice(-255)

/** Stores the files of a call as they arrive. If one is refused, none stays. */
async function receive(request: FastifyRequest, blobs: Blobs) {
  refuseUnless(request.isMultipart?.(), hl7Refusals.noFiles)
  const fields = new Map<string, string>()
  const files: Received[] = []
  let name = ''
  try {
    // One more than allowed is let in, so that its refusal is told by us.
    const limits = { files: hl7Limits.filesMost + 1, fileSize: hl7Limits.fileBytes, fields: 5, fieldSize: 1_000 }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') fields.set(part.fieldname, String(part.value))
      else if (part.fieldname !== 'files') part.file.resume()
      else {
        name = nameOf(part.filename ?? '')
        refuseUnless(files.length < hl7Limits.filesMost, hl7Refusals.tooMany)
        refuseUnless(isHl7Name(name), hl7Refusals.wrongName, { name })
        const blobId = newId()
        const { sizeBytes } = await blobs.put(blobId, part.file)
        files.push({ fileName: name, blobId, sizeBytes })
        refuseUnless(!part.file.truncated, hl7Refusals.tooLarge, { name })
      }
    }
    refuseUnless(files.length > 0, hl7Refusals.noFiles)
    return { fields, files }
  } catch (error) {
    await removeAll(blobs, files)
    const { code } = error as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw new Refusal(hl7Refusals.tooLarge, { name })
    throw code === 'FST_FILES_LIMIT' ? new Refusal(hl7Refusals.tooMany) : error
  }
}

async function removeAll(blobs: Blobs, files: readonly Received[]) {
  for (const { blobId } of files) await blobs.remove(blobId)
}

/** Adds files to an import of the actor, and has it read. */
export async function addToImport(
  work: ClinicWork,
  task: Task<ImportPayload>,
  importId: string,
  files: readonly (Received & Pick<NewHl7File, 'facilityId' | 'fileType'>)[],
): Promise<void> {
  await waitWithOthers(work, addingToImport(work, importId))
  await insertFiles(
    work,
    // Their ids tell their order: a later message of a patient is read later.
    files.map((file, at) => ({
      ...file,
      id: newId(work.now.getTime() + at),
      importId,
      content: null,
      state: 'WAITING',
    })),
  )
  // A task that waits is enough; one that runs may have looked for files before.
  const key = `${importId} ${work.actor.userId}`
  await work.enqueue(task, { actor: work.actor, importId }, { key, group: key })
}

/**
 * Keeps the files of a call and has them read in the background (HL7-17, Q148).
 * @param fileType the list they stand in until they are read, and afterwards if no message tells another (Q147)
 */
export async function importFiles(
  { doors, blobs, task }: ImportParts,
  actor: Actor,
  request: FastifyRequest,
  fileType: Hl7FileType = 'PATIENT',
): Promise<{ importId: string; files: number }> {
  await doors.inClinic(actor, refuseUnlessHl7IsOn)
  const { fields, files } = await receive(request, blobs)
  try {
    const importId = (fields.get('importId') || newId()).toLowerCase()
    const facilityId = fields.get('facilityId')?.toLowerCase() || null
    refuseUnless(idForm.test(importId), sharedRefusals.invalid)
    await doors.inClinic(actor, async (work) => {
      const open = (await listHl7Facilities(work)).filter(({ takesHl7 }) => takesHl7)
      const reached = await refuseUnlessHl7IsOn(work)
      refuseUnless(
        !facilityId || (open.some(({ id }) => id === facilityId) && reached.includes(facilityId)),
        hl7Refusals.facilityUnknown,
      )
      await addToImport(
        work,
        task,
        importId,
        files.map((file) => ({ ...file, facilityId, fileType })),
      )
      await work.audit({ event: 'hl7.imported', detail: { files: files.length, importId } })
    })
    return { importId, files: files.length }
  } catch (error) {
    // After another error the commit may have succeeded, so the bytes stay.
    if (error instanceof Refusal) await removeAll(blobs, files)
    throw error
  }
}
