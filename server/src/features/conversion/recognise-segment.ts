import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecognisedWord } from '@dictara/dictation'
import { cutWav, type Stretch } from '../../gateways/audio/index.ts'
import { type Hearing, hearSpeech } from './hear-speech.ts'

/**
 * Recognises the words of one segment, with times in seconds from the beginning of the recording. Deletes the segment's file,
 * which is the whole wav if there is only one segment.
 * @throws SpeechFailed
 */
export async function recogniseSegment(
  hearing: Hearing,
  wav: string,
  { segments, number }: { segments: readonly Stretch[]; number: number },
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<RecognisedWord[]> {
  const stretch = segments[number]!
  const part = segments.length === 1 ? wav : join(folder, `${number}.wav`)
  if (part !== wav) await cutWav(wav, part, stretch, signal)
  const heard = await hearSpeech(hearing, part, { lengthMs: stretch.endMs - stretch.startMs, folder, signal })
  await rm(part)
  const from = stretch.startMs / 1000
  return heard.map((word) => ({ ...word, start: word.start + from, end: word.end + from }))
}
