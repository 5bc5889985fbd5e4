import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { idOf, ofPatient } from '../shapes.ts'
import { everyone } from '../roles.ts'

export const listeningRefusals = defineRefusals({
  notReady: {
    status: 422,
    code: 'audio-not-ready',
    message: 'Preparing the recording. You can play it in a moment.',
  },
  failed: {
    status: 422,
    code: 'audio-failed',
    message: 'The recording couldn’t be prepared for playback. {reason}',
  },
})

const jobParams = z.object({ id: idOf('job') })
const example = { params: { id: '$job' } }

/** The sound and waveform of a job's recording. */
export const listeningCalls = defineCalls({
  getAudioUrl: {
    method: 'GET',
    path: '/clinic/job/{id}/audio-url',
    summary: 'An address of the audio, bound to session and job, for a few hours at most.',
    callers: everyone,
    params: jobParams,
    result: z.string(),
    audit: 'audio.opened',
    person: true,
    example,
  },
  getAudio: {
    method: 'GET',
    path: '/clinic/job/{id}/audio',
    summary: 'The audio, with Range; session and job are checked at every request. Takes the bearer or the signed key.',
    callers: 'public',
    limit: 'none',
    params: z.object({ id: idOf('none') }),
    query: z.object({ key: z.optional(z.string().check(z.maxLength(2000))) }),
    kind: 'download',
    result: ofPatient(z.object({})),
    audit: 'audio.heard',
    example,
  },
  getPeaks: {
    method: 'GET',
    path: '/clinic/job/{id}/peaks',
    summary: 'Peaks for the waveform: integers from 0 to 100, evenly spread over the length in seconds.',
    callers: everyone,
    params: jobParams,
    result: z.object({ durationSeconds: z.number(), peaks: z.array(z.number()) }),
    example,
  },
  listMarkers: {
    method: 'GET',
    path: '/clinic/job/{id}/markers',
    summary: 'The moments, in seconds, that the speaker marked to be checked, in order.',
    callers: everyone,
    params: jobParams,
    result: z.number(),
    example,
  },
})
