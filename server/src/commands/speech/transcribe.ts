import { copyFile, constants, mkdtempDisposable, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { type RecognisedWord, writeNote } from '@dictara/dictation'
import { notePlainText, sectionPlainText } from '@dictara/dictation/note-text'
import {
  decodeRecording,
  decodingLimits,
  type Hearing,
  levelForRecognition,
  recogniseSegment,
} from '../../features/conversion/index.ts'
import { systemHeadings } from '../../features/templates/index.ts'
import { lengthMs, NotAudio, openVoiceSearch, segmentsOf, troubleInWords } from '../../gateways/audio/index.ts'
import { openSpeechEngine, SpeechFailed } from '../../gateways/speech/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { type Config, readConfig } from '../../platform/config.ts'
import { createLog } from '../../platform/log.ts'
import { ProcessFailed } from '../../platform/processes.ts'
import { NoRoom } from '../../platform/room.ts'
import { BadCommand } from '../bad-command.ts'
import { stopOnSignal } from '../stop-on-signal.ts'

type Settings = Record<string, string | undefined>

interface Transcription {
  /** Length of the sound. */
  seconds: number
  /** With times in seconds from the beginning of the sound. */
  words: RecognisedWord[]
  /** The whole note, with its headings. */
  text: string
  /** The heading is empty for what stands under none. */
  sections: { heading: string; text: string }[]
}

/**
 * Recognises sound files one after the other as the server does, and prints a JSON line for each.
 * @param options.engine instead of the one that is set up: a value of DICTARA_SPEECH, or the path of a folder with a model.
 * @returns the exit code: 1 when a file failed. @throws Error for settings that cannot be.
 */
export async function transcribe(options: {
  files: readonly string[]
  engine: string | undefined
  env: Settings
  print: (text: string) => Promise<void>
  stderr: Writable
}): Promise<number> {
  const { files, env, print, stderr } = options
  const config = readConfig(withEngine(env, options.engine))
  const signal = stopOnSignal()
  const log = createLog('warn', stderr)
  const engine = openSpeechEngine({
    config,
    clock: systemClock,
    log,
    headings: systemHeadings.flatMap(({ spoken }) => spoken),
  })
  const hearing = { engine, voices: openVoiceSearch(log) }
  const { name } = await engine.about()
  let failed = 0
  try {
    for (const file of files) {
      try {
        const found = await transcribeFile(file, { config, hearing, stderr, signal })
        await print(`${JSON.stringify({ file, engine: name, ...found })}\n`)
      } catch (error) {
        if (signal.aborted) return 130
        failed += 1
        await print(`${JSON.stringify({ file, engine: name, error: inWords(error) })}\n`)
      }
    }
  } finally {
    engine.close?.()
  }
  return failed > 0 ? 1 : 0
}

/** Settings of the model belong to the engine that is set up: another one does without them. */
function withEngine(env: Settings, engine: string | undefined): Settings {
  if (engine === undefined || engine === env['DICTARA_SPEECH']) return env
  const isFolder = engine.includes('/')
  return {
    ...env,
    DICTARA_SPEECH: isFolder ? undefined : engine,
    DICTARA_SPEECH_FILE: undefined,
    DICTARA_SPEECH_MODEL: isFolder ? engine : undefined,
    DICTARA_SPEECH_MODEL_FILE: undefined,
  }
}

async function transcribeFile(
  file: string,
  { config, hearing, stderr, signal }: { config: Config; hearing: Hearing; stderr: Writable; signal: AbortSignal },
): Promise<Transcription> {
  const facts = await stat(file).catch(() => undefined)
  if (!facts) throw new BadCommand('This file doesn’t exist or can’t be read.')
  if (!facts.isFile()) throw new BadCommand('This isn’t a file.')
  await using made = await mkdtempDisposable(join(tmpdir(), 'dictara-speech-'))
  const folder = made.path
  // A copy, since decoding takes apart and removes what it is given; without cost where the disk can.
  const path = join(folder, 'sound')
  await copyFile(file, path, constants.COPYFILE_FICLONE)
  const recording = { takes: [{ take: 0, path }], cuts: null }
  const decoded = await decodeRecording(
    recording,
    { wav: join(folder, 'whole.wav') },
    { folder, signal, ...decodingLimits(config) },
  )
  for (const notice of [...decoded.notices, ...(await levelForRecognition(decoded.wav))])
    stderr.write(`${file}: ${notice}\n`)
  const seconds = (await lengthMs(decoded.wav)) / 1000
  const segments = await segmentsOf(decoded.wav)
  const words: RecognisedWord[] = []
  for (const number of segments.keys())
    words.push(...(await recogniseSegment(hearing, decoded.wav, { segments, number }, { folder, signal })))
  const sections = writeNote(words, { templateHeadings: [], systemHeadings })
  return {
    seconds,
    words,
    text: notePlainText(sections),
    sections: sections.map(({ heading, content }) => ({
      heading: heading.customUIHeading,
      text: sectionPlainText(content),
    })),
  }
}

function inWords(error: unknown): string {
  if (error instanceof ProcessFailed) return troubleInWords(error)
  if (error instanceof NoRoom) return 'There isn’t enough room on the disk for it.'
  if (error instanceof NotAudio || error instanceof SpeechFailed || error instanceof BadCommand) return error.message
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EACCES') return 'This user isn’t allowed to read this file.'
  if (code === 'ENOSPC') return 'The disk is full.'
  return `Transcription failed: ${error instanceof Error ? error.message : String(error)}`
}
