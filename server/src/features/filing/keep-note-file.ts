import { hl7OfNote } from '../../gateways/ehr/index.ts'
import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Work } from '../../platform/database/index.ts'
import { keepHl7File } from '../hl7-files/index.ts'
import type { FilingParts } from './deliver-notes.ts'
import { findFiling, findHeader, findHl7Sender } from './filing.store.ts'

const triggers = { new: 'T02', struckOut: 'T11' } as const

/** Writes a completed note, or its strike-out, as a DICTATION file (MDM) where the facility has HL7 integration (Q150). */
export async function keepNoteFile(
  { readNote }: Pick<FilingParts, 'readNote'>,
  blobs: Blobs,
  work: Work,
  { id: jobId, facilityId }: { id: string; facilityId: string },
  event: keyof typeof triggers,
): Promise<void> {
  const sender = await findHl7Sender(work, facilityId)
  const filing = sender && (await findFiling(work, jobId))
  if (!sender || !filing) return
  const { noteVersion } = filing
  const note = { ...(await findHeader(work, jobId))!, ...(await readNote(work, jobId)), noteVersion }
  const parties = { from: { application: 'DICTARA', facility: sender.name }, to: { application: '', facility: '' } }
  const { message } = hl7OfNote(note, event, 'MDM', parties, work.now)
  await keepHl7File(work, blobs, {
    facilityId,
    fileName: `${note.jobNumber}-${noteVersion}-${triggers[event]}.hl7`,
    fileType: 'DICTATION',
    bytes: new TextEncoder().encode(message),
  })
}
