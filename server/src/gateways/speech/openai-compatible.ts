import { openAsBlob } from 'node:fs'
import { type SpeechEngine, SpeechFailed } from './port.ts'
import { readTranscription } from './read-transcription.ts'

export interface SpeechService {
  /** Without `/v1/audio/transcriptions`. */
  url: string
  model: string
  key?: string | undefined
  /** ISO 639-1. */
  language: string
  timeLimitSeconds?(lengthMs: number): number
}

/** The stored names of services begin with this; the requested model follows. */
export const serviceEngine = 'openai-compatible '

const usualLimit = (lengthMs: number) => 60 + (lengthMs / 1000) * 6
const mostAnswerBytes = 32 * 1_048_576
const isWorthAnotherTry = (status: number) => status >= 500 || status === 408 || status === 429

/**
 * Any service with OpenAI's `/v1/audio/transcriptions`: OpenAI itself, a whisper.cpp server, speaches, vLLM. The key
 * goes only to the configured address: redirects are not followed, and no message repeats the service's text.
 */
export const openAiCompatible = (service: SpeechService): SpeechEngine => ({
  about: async () => ({ name: `${serviceEngine}${service.model}` }),
  async transcribe(wav, { lengthMs, signal }) {
    const limit = AbortSignal.timeout(Math.ceil((service.timeLimitSeconds ?? usualLimit)(lengthMs) * 1000))
    const form = new FormData()
    form.set('file', await openAsBlob(wav, { type: 'audio/wav' }), 'dictation.wav')
    form.set('model', service.model)
    form.set('language', service.language)
    form.set('response_format', 'verbose_json')
    form.append('timestamp_granularities[]', 'word')
    form.append('timestamp_granularities[]', 'segment')
    const answer = await ask(service, form, AbortSignal.any([signal, limit])).catch((error: unknown) => {
      if (signal.aborted || error instanceof SpeechFailed) throw error
      if (limit.aborted) throw new SpeechFailed('timed-out', 'The speech service took too long.')
      throw new SpeechFailed('unreachable', 'The speech service can’t be reached.')
    })
    return readTranscription(answer, lengthMs / 1000)
  },
})

async function ask(service: SpeechService, body: FormData, signal: AbortSignal): Promise<string> {
  const answer = await fetch(`${service.url}/v1/audio/transcriptions`, {
    method: 'POST',
    body,
    headers: { accept: 'application/json', ...(service.key ? { authorization: `Bearer ${service.key}` } : {}) },
    redirect: 'manual',
    signal,
  })
  if (answer.status === 200) return readLimited(answer)
  await answer.body?.cancel()
  if (isWorthAnotherTry(answer.status))
    throw new SpeechFailed('crashed', `The speech service failed (${answer.status}).`)
  throw new SpeechFailed(
    'refused',
    `The speech service refused the recording (${answer.status}); an administrator has to check its address, model and key.`,
  )
}

async function readLimited(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of answer.body ?? []) {
    bytes += piece.length
    if (bytes > mostAnswerBytes) throw new SpeechFailed('unreadable', 'The speech service’s answer is too long.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
