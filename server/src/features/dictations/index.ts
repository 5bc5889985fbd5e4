import { dictationRefusals, dictationCalls } from '@dictara/contract/dictations'
import type { Blobs } from '../../gateways/blobs/index.ts'
import type { SpotPhrases } from '../../gateways/speech/index.ts'
import type { Feature, Platform } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Work } from '../../platform/database/index.ts'
import { notFound, refuseUnless } from '../../platform/refusal.ts'
import { jobNumberText } from '../jobs/index.ts'
import { beginDictation } from './begin-dictation.ts'
import {
  deleteDictationRow,
  type DictationFacts,
  findDictation,
  findDictationForChange,
  findDictationOf,
  findDictationOfJob,
  giveDictations,
  listChunks,
  listDictationsOf,
  listRanges,
  type StoredRanges,
} from './dictations.store.ts'
import { createSoundCheck } from './check-sound.ts'
import { createHeadingEar } from './headings-heard.ts'
import { placeMarkers } from './place-markers.ts'
import { jobOf } from './job-of-dictation.ts'
import { storeChunk } from './store-chunk.ts'
import { submitDictation } from './submit-dictation.ts'
import { uploadDictation } from './upload-dictation.ts'

export type { Cut } from './dictations.store.ts'
export { type OpenedRecording, type OpenRecording, openRecording, RecordingDamaged } from './open-recording.ts'

/** The seconds of a job's recording that the speaker marked for checking. */
export async function listMarkers(work: Work, jobId: string): Promise<number[]> {
  const dictation = await findDictationOfJob(work, jobId)
  if (!dictation?.markers?.length) return []
  const told = (await listRanges(work, [dictation.id])).get(dictation.id) ?? []
  return placeMarkers(dictation.markers, dictation.cuts, dictation.takes ?? [], told)
}

const stateOf = (dictation: DictationFacts, takes: StoredRanges[] | undefined) => ({
  ...dictation,
  dictationId: dictation.id,
  patientId: dictation.shownPatientId,
  createdDate: (dictation.recordedAt ?? dictation.createdAt).toISOString(),
  takes: takes ?? [],
  submitted: dictation.submittedAt !== null,
  jobNumber: dictation.jobNumber === null ? null : jobNumberText(dictation.jobNumber),
})

async function statesOf(work: Work, dictations: readonly DictationFacts[]) {
  const ranges = await listRanges(
    work,
    dictations.map(({ id }) => id),
  )
  return dictations.map((dictation) => stateOf(dictation, ranges.get(dictation.id)))
}

const dayMs = 86_400_000
/** Reads a length in milliseconds from a header; null if it is not valid. */
function wholeMs(header: string | string[] | undefined): number | null {
  const ms = Math.round(Number(header ?? Number.NaN))
  return ms >= 0 && ms <= dayMs ? ms : null
}

/** Dictations on their way from the recorder to a job. */
export function dictationsFeature(
  { config, doors }: Platform,
  blobs: Blobs,
  workFolder: string,
  spot: SpotPhrases | undefined,
): Feature {
  const limitBytes = config.DICTARA_UPLOAD_LIMIT_MB * 1_048_576
  const mostMs = config.DICTARA_RECORDING_LIMIT_HOURS * 3_600_000
  const readsDs2 = Boolean(config.DICTARA_DS2_CONVERTER)
  const parts = { doors, blobs, checkSound: createSoundCheck({ blobs, workFolder, mostMs, readsDs2 }) }
  const hearHeadings = createHeadingEar({ doors, blobs, workFolder, spot })
  return {
    name: 'dictations',
    scopes: {
      dictation: async (work, id) => (await findDictation(work, id))?.authorId === work.actor.userId,
    },
    subscribers: { 'patient.merged': [giveDictations] },
    calls: serve(dictationCalls, {
      beginDictation: async ({ work, body }) => ({
        result: [await beginDictation(work, body, limitBytes)],
      }),
      async storeChunk({ request, actor, params }) {
        const sha256 = String(request.headers['x-chunk-sha256'] ?? '') || null
        const durationMs = wholeMs(request.headers['x-chunk-ms'])
        const bytes = request.body as AsyncIterable<Uint8Array> | undefined
        refuseUnless(bytes, dictationRefusals.chunkEmpty)
        return { result: [await storeChunk(doors, blobs, actor, { ...params, sha256, durationMs, bytes }, limitBytes)] }
      },
      async getDictation({ work, actor, params }) {
        const dictation = await findDictationOf(work, actor.userId, params.dictationId)
        if (!dictation) throw notFound()
        const [state] = await statesOf(work, [dictation])
        return { result: [{ ...state!, job: await jobOf(work, dictation) }] }
      },
      listHeadingsHeard: async ({ actor, params, query }) => ({
        result: [await hearHeadings(actor, { ...params, ...query })],
      }),
      async listDictations({ work, actor, query }) {
        const { result, size } = await listDictationsOf(work, actor.userId, query)
        return { result: await statesOf(work, result), size }
      },
      submitDictation: async ({ actor, params, body }) => ({
        result: [await submitDictation(parts, actor, params.dictationId, body)],
      }),
      uploadDictation: async ({ request, actor }) => ({
        result: [await uploadDictation(parts, actor, request, limitBytes)],
      }),
      async deleteDictation({ work, params }) {
        const dictation = await findDictationForChange(work, params.dictationId)
        refuseUnless(dictation && !dictation.submittedAt, dictationRefusals.submitted)
        const chunks = await listChunks(work, params.dictationId)
        await deleteDictationRow(work, params.dictationId)
        work.afterCommit(async () => {
          for (const { blobId } of chunks) await blobs.remove(blobId)
        })
        return { message: 'The dictation was discarded.' }
      },
    }),
  }
}
