import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { decodeToWav, NotAudio } from '../../gateways/audio/index.ts'
import type { Blobs } from '../../gateways/blobs/index.ts'
import type { SpotPhrases } from '../../gateways/speech/index.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Doors } from '../../platform/database/index.ts'
import { ProcessFailed } from '../../platform/processes.ts'
import { makeInWorkFolder } from '../../platform/work-folder.ts'
import { listTemplateHeadings, systemHeadings } from '../templates/index.ts'
import { findDictation, listTimedChunks, type TimedChunk } from './dictations.store.ts'
import { newestSound } from './newest-sound.ts'

/** `heading`: null for "next heading". `atMs`: where it ends in its take. */
interface Heard {
  heading: string | null
  atMs: number
}
interface Listened {
  listening: 'on' | 'not-now' | 'off'
  /** The first chunk to ask for next. */
  next: number
  heard: Heard[]
  /** Headings with a word that the engine cannot recognise. */
  unknown: string[]
}
type TemplateHeading = Awaited<ReturnType<typeof listTemplateHeadings>>[number]
interface Asked {
  dictationId: string
  take: number
  /** The first chunk to listen to. */
  from: number
}

/**
 * At most half of the processors, so that recordings can still arrive. Further requests get "not-now" and ask again. They then
 * listen to more sound at once, which costs less in total.
 */
const atOnce = Math.max(1, Math.floor(availableParallelism() / 2))
const longestMs = 30_000
/** Listen again to this much, since a heading may continue past the sound that has arrived. */
const againMs = 2_500
const usualChunkMs = 1_000
const nextOne = ['next heading', 'next section']
const msOf = (chunks: readonly TimedChunk[]) =>
  chunks.reduce((sum, { durationMs }) => sum + (durationMs ?? usualChunkMs), 0)

interface Parts {
  doors: Doors
  blobs: Blobs
  workFolder: string
  /** Absent if the engine cannot spot phrases. */
  spot: SpotPhrases | undefined
}

/** Recognises headings of the template in the newest sound of a dictation under way (Q077). One request per person at a time. */
export function createHeadingEar({ doors, blobs, workFolder, spot }: Parts) {
  const listenedTo = new Set<string>()

  async function listen(spotPhrases: SpotPhrases, actor: Actor, asked: Asked): Promise<Listened> {
    const { headings, ways, chunks } = await doors.inClinic(actor, async (work) => {
      const dictation = await findDictation(work, asked.dictationId)
      const headings = dictation?.submittedAt ? [] : await listTemplateHeadings(work, dictation?.templateId ?? null)
      return { headings, ways: waysToSay(headings), chunks: await listTimedChunks(work, asked.dictationId, asked.take) }
    })
    const newest = arrivedFrom(chunks, asked.from)
    // without a template there are no headings to follow
    if (ways.size === nextOne.length) return nothing('off', asked)
    if (newest.length === 0) return nothing('on', asked)
    const first = newest[0]!.number
    await using made = await makeInWorkFolder(workFolder, 'headings-')
    const options = { folder: made.path, signal: AbortSignal.timeout(20_000) }
    const [sound, wav] = [join(made.path, 'take'), join(made.path, 'take.wav')]
    const { parts, head } = await newestSound(blobs, chunks, newest)
    await writeFile(sound, parts, { mode: 0o600 })
    await decodeToWav(sound, wav, { ...options, channels: 1, mostMs: 2 * longestMs, reserveBytes: 0, isPatient: true })
    const beforeMs = msOf(chunks.filter(({ number }) => number < first)) - msOf(head)
    const spotted = await spotPhrases(wav, [...ways.keys()], options)
    if (!spotted) return nothing('off', asked)
    const heard = spotted.said
      .filter(({ startMs }) => startMs >= msOf(head))
      .map(({ phrase, endMs }): Heard => ({ heading: ways.get(phrase) ?? null, atMs: Math.round(beforeMs + endMs) }))
    return { listening: 'on', next: nextOf(newest), heard, unknown: namesUnheard(headings, new Set(spotted.unknown)) }
  }

  return async (actor: Actor, asked: Asked): Promise<Listened> => {
    if (!spot) return nothing('off', asked)
    if (listenedTo.has(actor.userId) || listenedTo.size >= atOnce) return nothing('not-now', asked)
    listenedTo.add(actor.userId)
    try {
      return await listen(spot, actor, asked)
    } catch (error) {
      // sound that cannot be read yet may become readable with later chunks; the checklist can always be used by hand
      if (error instanceof ProcessFailed && error.kind === 'missing') return nothing('off', asked)
      if (error instanceof NotAudio || error instanceof ProcessFailed) return nothing('not-now', asked)
      throw error
    } finally {
      listenedTo.delete(actor.userId)
    }
  }
}

const nothing = (listening: Listened['listening'], { from }: Asked): Listened => ({
  listening,
  next: from,
  heard: [],
  unknown: [],
})

/** Headings that cannot be recognised by their own names, though perhaps by the names of their system headings. */
const namesUnheard = (headings: readonly TemplateHeading[], unknown: ReadonlySet<string>): string[] =>
  headings.map(({ customUIHeading }) => customUIHeading).filter((name) => unknown.has(withColon(wordsOf(name))))

const wordsOf = (name: string): string[] => name.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []
const withColon = (words: readonly string[]): string => [...words, 'colon'].join(' ')

/**
 * The ways to say a heading so that it begins a section, as `dictation/` reads them in Directional Flow: followed by "colon" or
 * preceded by "heading". null: the next heading.
 */
function waysToSay(headings: readonly TemplateHeading[]): Map<string, string | null> {
  const ways = new Map<string, string | null>(nextOne.map((way) => [way, null]))
  for (const { customUIHeading, systemHeading } of headings) {
    const spoken = systemHeadings.find(({ name }) => name === systemHeading)?.spoken ?? []
    for (const name of [customUIHeading, ...spoken]) {
      const words = wordsOf(name)
      const headed = ['heading', ...words].join(' ')
      for (const way of [withColon(words), headed, `next ${headed}`])
        if (words.length > 0 && !ways.has(way)) ways.set(way, customUIHeading)
    }
  }
  return ways
}

/** The chunks from `from` on that arrived without a gap, at most `longestMs`. Chunks recorded without network follow in order. */
function arrivedFrom(chunks: readonly TimedChunk[], from: number): TimedChunk[] {
  const gap = chunks.findIndex(({ number }, index) => number !== index)
  const arrived = (gap < 0 ? chunks : chunks.slice(0, gap)).slice(from)
  while (arrived.length > 1 && msOf(arrived) > longestMs) arrived.pop()
  return arrived
}

function nextOf(newest: readonly TimedChunk[]): number {
  const again = newest.findLastIndex((_, index) => msOf(newest.slice(index)) >= againMs)
  // do not listen for ever to one chunk that alone fills the limit
  return msOf(newest) >= longestMs && again === 0 ? newest.at(-1)!.number + 1 : newest[Math.max(0, again)]!.number
}
