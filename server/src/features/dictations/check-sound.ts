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

/** The metadata of a sound is usually at its beginning … */
const headBytes = 2 * 1_048_576
/** … or at worst behind a picture. In an m4a it may be at the end. */
const mostProbedBytes = 32 * 1_048_576
const atOnce = 2

export type Takes = readonly (readonly Chunk[])[]

/**
 * Checks that at least one take is sound, none is a playlist, nothing is too long, and something of it is kept. Runs outside any
 * transaction and changes nothing that is stored.
 * @throws Refusal 422 otherwise, in words.
 */
export type CheckSound = (takes: Takes, cuts: readonly Cut[] | null | undefined) => Promise<void>

/** @param parts `mostMs`: the longest recording; `readsDs2`: a converter for DS2 is configured. */
export function createSoundCheck(parts: {
  blobs: Blobs
  workFolder: string
  mostMs: number
  readsDs2: boolean
}): CheckSound {
  const turns = createTurns(atOnce)
  const underWay = new Map<string, Promise<void>>()
  return async (takes, cuts) => {
    // If it is submitted several times at once, it is checked only once: a check takes disk space and processors.
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

/** Writes no more of a take unencrypted than is needed to identify it. */
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
  // Written at its offset, behind a hole in place of the sound: a hole takes no disk space.
  if (moov.bytes > mostProbedBytes) return { kind: 'sound', claimedMs: undefined }
  await write(moov.at, moov.at + moov.bytes, 'r+')
  await truncate(path, total)
  return probeSound(path, options)
}

/** Refuses a length over the limit only after counting the packets: damaged files may claim any length. */
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
