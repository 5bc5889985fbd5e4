import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeNote, type WrittenSection } from '@dictara/dictation'
import {
  cutWav,
  decodeToWav,
  joinWavs,
  type KeptStretch,
  lengthMs,
  NotAudio,
  segmentsOf,
} from '../../gateways/audio/index.ts'

import { type SpeechEngine, SpeechFailed } from '../../gateways/speech/index.ts'
import type { Work } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/feature.ts'
import { GiveUp } from '../../platform/refusal.ts'
import type { TaskRun } from '../../platform/tasks/index.ts'
import type { OpenedRecording, OpenRecording } from '../dictations/index.ts'
import { finishConversion, type JobRecord, reportProgress, startConversion } from '../jobs/index.ts'
import { listSystemHeadings, listTemplateHeadings } from '../templates/index.ts'
import {
  type Conversion,
  findConversion,
  insertSegment,
  listSegmentNumbers,
  listWords,
  saveSections,
  saveSegments,
} from './conversion.store.ts'

declare module '../../platform/database/work.ts' {
  interface Events {
    /** The note of a job was written from its words, while the job still converts. */
    'conversion.written': { jobId: string; sections: WrittenSection[] }
  }
}

export interface ConversionParts {
  platform: Platform
  engine: SpeechEngine
  openRecording: OpenRecording
}

export interface ConversionPayload {
  clinicId: string
  jobId: string
}

/**
 * Audio → words → note, in stages whose results are stored: a retry redoes neither a finished stage nor a finished
 * segment. No transaction is open while a program runs (architecture.md section 7).
 */
export async function convertDictation(
  { platform, engine, openRecording }: ConversionParts,
  payload: ConversionPayload,
  { signal, isLastAttempt }: Pick<TaskRun, 'signal' | 'isLastAttempt'>,
) {
  const { clinicId, jobId } = payload
  const inSystem = <T>(run: (work: Work) => Promise<T>) => platform.doors.asSystem('task convert', run, clinicId)
  const job = await inSystem((work) => startConversion(work, jobId))
  if (!job) return
  const workFolder = workFolderOf(platform)
  await mkdir(workFolder, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(workFolder, 'conversion-'))
  try {
    const wav = join(folder, 'whole.wav')
    await decodeRecording(await openRecording(clinicId, job.dictationId, folder), wav, { signal, folder })
    const { segments } = await inSystem((work) => findOrMakeSegments(work, job, engine.name, wav))
    const done = await inSystem((work) => listSegmentNumbers(work, jobId))
    for (const [number, stretch] of segments.entries()) {
      if (done.has(number)) continue
      const part = join(folder, `${number}.wav`)
      await cutWav(wav, part, stretch, { signal, folder })
      const heard = await engine.transcribe(part, { lengthMs: stretch.endMs - stretch.startMs, folder, signal })
      const from = stretch.startMs / 1000
      const words = heard.map((word) => ({ ...word, start: word.start + from, end: word.end + from }))
      await rm(part)
      await inSystem(async (work) => {
        await insertSegment(work, jobId, number, words)
        await reportProgress(work, jobId, (number + 1) / segments.length)
      })
    }
    await inSystem((work) => writeAndFinish(work, job))
  } catch (error) {
    throw asPeopleRead(error, isLastAttempt)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Where recordings lie in the clear while they convert; emptied when the server starts, for what a killed one left. */
export const workFolderOf = ({ config }: Platform) => join(config.dataFolder, 'work')

/** A reason that people understand is kept, at once where trying again cannot help, otherwise after the last try. */
function asPeopleRead(error: unknown, isLastAttempt: boolean): unknown {
  const isHopeless =
    error instanceof NotAudio || (error instanceof SpeechFailed && ['missing', 'refused'].includes(error.kind))
  return isHopeless || (error instanceof SpeechFailed && isLastAttempt) ? new GiveUp((error as Error).message) : error
}

/** Decodes every take by itself, since takes may differ in format, and joins what is kept. */
async function decodeRecording(
  { takes, cuts }: OpenedRecording,
  output: string,
  options: { signal: AbortSignal; folder: string },
) {
  const wavs = new Map<number, string>()
  for (const { take, path } of takes) {
    const wav = `${path}.wav`
    await decodeToWav(path, wav, options)
    await rm(path)
    wavs.set(take, wav)
  }
  const kept: KeptStretch[] = cuts
    ? cuts.flatMap(({ take, startMs, endMs }) => (wavs.has(take) ? [{ wav: wavs.get(take)!, startMs, endMs }] : []))
    : [...wavs.values()].map((wav) => ({ wav }))
  await joinWavs(kept, output, options)
}

async function findOrMakeSegments(
  work: Work,
  job: JobRecord,
  engine: string,
  wav: string,
): Promise<{ segments: NonNullable<Conversion['segments']> }> {
  const known = await findConversion(work, job.id)
  if (known?.segments) return { segments: known.segments }
  const segments = await segmentsOf(wav)
  await saveSegments(work, job.id, engine, await lengthMs(wav), segments)
  return { segments }
}

/** Writes the note and hands the job on, in one transaction; nothing when the job is not converting any more. */
async function writeAndFinish(work: Work, job: JobRecord) {
  if (!(await startConversion(work, job.id))) return
  const words = await listWords(work, job.id)
  const sections = writeNote(words, {
    templateHeadings: await listTemplateHeadings(work, job.templateId),
    systemHeadings: await listSystemHeadings(work),
  })
  await saveSections(work, job.id, sections)
  await work.record('conversion.written', { jobId: job.id, sections })
  const audioMs = (await findConversion(work, job.id))?.audioMs ?? 0
  await finishConversion(work, job.id, {
    audioMs,
    notices: words.length === 0 ? ['Nothing was heard in this recording.'] : [],
  })
}
