import { inferenceCalls } from '@dictara/contract/inference'
import type { InferenceEngine } from '../../gateways/inference/index.ts'
import type { Feature, Platform } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { defineTask } from '../../platform/tasks/index.ts'
import type { KindsWithFields } from '../device-configuration/index.ts'
import { type Transition, transitions } from '../jobs/index.ts'
import { allowOverwrite, answerQuestion, flagEdited, saveValues } from './change-inference.ts'
import { dropInference } from './inference.store.ts'
import { type InferPayload, readNoteAnew } from './read-note-anew.ts'
import { showInference, showSection } from './show-inference.ts'

const always = new Date(0)

/** What is read out of notes, what people make of it, and what contradicts the chart (INFR, Q127 to Q131). */
export function inferenceFeature(parts: {
  platform: Platform
  kinds: KindsWithFields
  engine: InferenceEngine
}): Feature {
  const task = defineTask<InferPayload>({
    name: 'infer-note',
    about: 'Reads facts out of the note of one job.',
    attempts: 3,
    retryDelaySeconds: 2,
    // The service gets two attempts before the rules read the note.
    timeLimitSeconds: 2 * parts.platform.config.DICTARA_INFERENCE_SECONDS + 120,
    parallel: 4,
    parallelOfGroup: 2,
    run: (payload, run) => readNoteAnew(parts, payload, run),
  })
  const { kinds } = parts
  const show = { kinds, task }
  const of = ({ id: jobId, sectionId }: { id: string; sectionId: string }) => ({ jobId, sectionId })
  return {
    name: 'inference',
    tasks: [task],
    subscribers: {
      'conversion.written': [(work, { jobId }) => dropInference(work, jobId, always)],
      // T22, Q121: what was entered for a text is dropped with it.
      'job.textRestored': [
        (work, { job, to }) => dropInference(work, job.id, to === 'started' ? (job.heldSince ?? always) : always),
      ],
      'job.moved': [
        async (work, { transition, before, job }) => {
          const { restores }: Transition = transitions[transition]
          if (restores) await dropInference(work, job.id, before.heldSince ?? always)
        },
      ],
    },
    calls: serve(inferenceCalls, {
      getNoteInference: async ({ work, params }) => ({ result: [await showInference(work, show, params.id)] }),
      getInference: async ({ work, params, query }) => ({
        result: await showSection(work, show, params.id, params.sectionId, query.enableNewInference),
      }),
      saveInference: async ({ work, params, body }) => ({ result: await saveValues(work, show, of(params), body) }),
      allowOverwrite: async ({ work, params, body }) => ({
        result: await allowOverwrite(work, show, of(params), body.key),
      }),
      editInference: async ({ work, params, body: { key, value, edited } }) => ({
        result: edited
          ? await saveValues(work, show, of(params), [{ key, value }])
          : await allowOverwrite(work, show, of(params), key),
      }),
      flagInference: async ({ work, params, body }) => ({ result: await flagEdited(work, show, of(params), body) }),
      async answerQuestion({ work, params, body }) {
        await answerQuestion(work, params.id, body)
        return {}
      },
    }),
  }
}
