import { hl7FileCalls } from '@dictara/contract/hl7-files'
import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Feature, Platform } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { notFound } from '../../platform/refusal.ts'
import { findClinicDay } from '../facilities/index.ts'
import { exportFiles } from './export-files.ts'
import { isSeenFile, listFiles, listMessages } from './hl7-files.store.ts'
import { findImport } from './hl7-messages.store.ts'
import { importFiles } from './import-files.ts'
import { importTask } from './import-task.ts'
import { listHl7Reached, refuseUnlessHl7IsOn } from './is-on.ts'

export { type KeptHl7File, keepHl7File } from './keep-file.ts'
export { readMessage, type ReadMessage } from './read-message.ts'
export { receiveMessage, type Verdict } from './receive-message.ts'
export { messageTaker, type SentMessage } from './take-message.ts'
export type { ReceivedFor } from './which-facility.ts'

/** HL7 files: imported, listed and exported; what messages say is taken into the clinic's patients and appointments. */
export function hl7FilesFeature({ doors }: Platform, blobs: Blobs): Feature {
  const task = importTask(doors, blobs)
  return {
    name: 'hl7-files',
    tasks: [task],
    calls: serve(hl7FileCalls, {
      async listHl7Files({ work, query }) {
        await refuseUnlessHl7IsOn(work)
        const facilities = (await listHl7Reached(work)).map(({ id, name }) => ({ facilityId: id, facilityName: name }))
        const { timeZone } = await findClinicDay(work)
        return { ...(await listFiles(work, { ...query, timeZone })), extra: { facilities } }
      },
      async listHl7Messages({ work, params, query }) {
        await refuseUnlessHl7IsOn(work)
        if (!(await isSeenFile(work, params.fileId))) throw notFound()
        return listMessages(work, params.fileId, query)
      },
      exportHl7Files: ({ actor, query, body, reply }) =>
        exportFiles({ doors, blobs }, actor, { ...query, ...body }, reply),
      importHl7Files: async ({ actor, request, query }) => ({
        result: [await importFiles({ doors, blobs, task }, actor, request, query.fileType)],
        message: 'Upload Successful',
      }),
      async getHl7Import({ work, params }) {
        await refuseUnlessHl7IsOn(work)
        return { result: [await findImport(work, params.importId)] }
      },
    }),
  }
}
