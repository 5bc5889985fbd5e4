import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { dictationRefusals } from '@dictara/contract/dictations'
import { isPlaylist, measureMs, probeSound, type SoundProbe } from '../../gateways/audio/index.ts'
import type { Blobs } from '../../gateways/blobs/index.ts'
import { createTurns } from '../../platform/turns.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { RunIn } from '../../platform/processes.ts'
import { makeInWorkFolder } from '../../platform/work-folder.ts'
import type { Chunk, Cut } from './dictations.store.ts'
import { bytesBetween, findMoov, headOfTake, sizeOf } from './take-bytes.ts'

/** What a sound tells of itself usually stands at its beginning … */
const headBytes = 2 * 1_048_576
/** … behind a picture, at worst; of an m4a it may stand at the end. */
const mostProbedBytes = 32 * 1_048_576
const atOnce = 2

export type Takes = readonly (readonly Chunk[])[]

/**
 * Looks whether at least one take is sound, none is a list of files, nothing is too long, and something of it is kept.
 * Outside any transaction; what is stored stays as it is.
 * @throws Refusal 422 otherwise, in words.
 */
export type CheckSound = (takes: Takes, cuts: readonly Cut[] | null | undefined) => Promise<void>

/** @param mostMs the longest recording; `readsDs2`: there is a converter for it. */
export function createSoundCheck(parts: {
  blobs: Blobs
  workFolder: string
  mostMs: number
  readsDs2: boolean
}): CheckSound {
  const turns = createTurns(atOnce)
  const underWay = new Map<string, Promise<void>>()
  return async (takes, cuts) => {
    // Submitted several times at once it is looked at once: each look takes room and processors.
    const key = createHash('sha256')
      .update(JSON.stringify([takes, cuts]))
      .digest('hex')
    let look = underWay.get(key)
    if (!look) {
      look = turns(() => inFolder(parts, takes, cuts)).finally(() => underWay.delete(key))
      underWay.set(key, look)
    }
    await look
  }
}

interface Look {
  blobs: Blobs
  mostMs: number
  readsDs2: boolean
  options: RunIn
}

async function inFolder(
  { workFolder, ...parts }: Parameters<typeof createSoundCheck>[0],
  takes: Takes,
  cuts: readonly Cut[] | null | undefined,
) {
  await using made = await makeInWorkFolder(workFolder, 'submit-')
  const look = { ...parts, options: { folder: made.path, signal: new AbortController().signal } }
  await checkIsSound(look, takes)
  if (cuts) await checkKeepsSomething(look, takes, cuts)
}

async function checkIsSound(look: Look, takes: Takes) {
  for (const chunks of takes)
    if (isPlaylist(await headOfTake(look.blobs, chunks))) throw new Refusal(dictationRefusals.playlist)
  const found = new Set<SoundProbe['kind']>()
  for (const chunks of takes) {
    const probe = await probeTake(look, chunks)
    if (probe.kind === 'sound') return checkLength(look, chunks, probe.claimedMs)
    if (look.readsDs2 && (probe.kind === 'ds2' || probe.kind === 'encrypted-ds2')) return undefined
    found.add(probe.kind)
  }
  if (found.has('encrypted-ds2')) throw new Refusal(dictationRefusals.encryptedDs2)
  if (found.has('ds2')) throw new Refusal(dictationRefusals.ds2)
  throw new Refusal(found.has('incomplete') ? dictationRefusals.incomplete : dictationRefusals.notAudio)
}

/** Writes no more of a take in the clear than is needed to know it. */
async function probeTake({ blobs, options }: Look, chunks: readonly Chunk[]): Promise<SoundProbe> {
  const path = join(options.folder, 'take')
  const total = sizeOf(chunks)
  const write = (from: number, to: number, flags = 'w') =>
    pipeline(bytesBetween(blobs, chunks, from, to), createWriteStream(path, { mode: 0o600, flags, start: from }))
  await write(0, headBytes)
  const probe = await probeSound(path, options)
  if (total <= headBytes || !['none', 'incomplete'].includes(probe.kind)) return probe
  if ((await headOfTake(blobs, chunks)).toString('latin1', 4, 8) !== 'ftyp') {
    await write(headBytes, mostProbedBytes, 'r+')
    return probeSound(path, options)
  }
  const moov = await findMoov(blobs, chunks)
  if (!moov) return { kind: 'incomplete' }
  // In its place, behind a hole where the sound is: a hole takes no room.
  if (moov.bytes > mostProbedBytes) return { kind: 'sound', claimedMs: undefined }
  await write(moov.at, moov.at + moov.bytes, 'r+')
  await truncate(path, total)
  return probeSound(path, options)
}

/** A length that a file says it has is believed once its packets were counted: broken ones say anything. */
async function checkLength({ blobs, mostMs, options }: Look, chunks: readonly Chunk[], claimedMs: number | undefined) {
  if (claimedMs === undefined || claimedMs <= mostMs) return
  const measured = await measureMs(bytesBetween(blobs, chunks, 0, sizeOf(chunks)), mostMs + 1_000, options)
  if ((measured ?? claimedMs) > mostMs) throw new Refusal(dictationRefusals.tooLong, { hours: mostMs / 3_600_000 })
}

async function checkKeepsSomething({ blobs, options }: Look, takes: Takes, cuts: readonly Cut[]) {
  for (const chunks of takes) {
    const starts = cuts.filter(({ take }) => take === chunks[0]!.take).map(({ startMs }) => startMs)
    if (starts.length === 0) continue
    const first = Math.min(...starts)
    if (first === 0) return
    const measured = await measureMs(bytesBetween(blobs, chunks, 0, sizeOf(chunks)), first + 1_000, options)
    if (measured === undefined || measured > first) return
  }
  throw new Refusal(dictationRefusals.nothingKept)
}
