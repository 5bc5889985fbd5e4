import type { FileHandle } from 'node:fs/promises'
import { latin } from './first-bytes.ts'

export const pcm = 1
const floats = 3
const extensible = 0xfffe

/** A number in a header that states the amount of sound: `more` than the bytes of sound, or frames of `block` bytes. */
export interface SizeField {
  at: number
  bytes: 4 | 8
  isBigEndian: boolean
  more?: number
  block?: number
}

/** The header of a file of samples (wav, rf64, w64, aiff, caf, au). */
export interface SampledHead {
  /** The format number of a wav. */
  format: number | undefined
  channels: number | undefined
  /** For a wav; 0 if unknown. */
  bytesASecond: number
  /** For float samples: bytes of one sample, and their order. */
  floats: { bytes: number; isBigEndian: boolean } | undefined
  /** Where the samples begin. */
  start: number
  /** The stated number of bytes of samples; undefined if not stated, as in sound written during recording. */
  bytes: number | undefined
  /** Where the number is stated. */
  sizes: SizeField[]
  layout: Layout | undefined
}

/** The structure of a file of chunks. */
export interface Layout {
  first: number
  headBytes: number
  align: number
  /** Number of bytes after the header of a chunk. */
  size(head: Buffer): number
}

const riff: Layout = { first: 12, headBytes: 8, align: 2, size: (head) => head.readUInt32LE(4) }
const form: Layout = { ...riff, size: (head) => head.readUInt32BE(4) }
const w64: Layout = { first: 40, headBytes: 24, align: 8, size: (head) => Number(head.readBigUInt64LE(16)) - 24 }
const caf: Layout = { first: 8, headBytes: 12, align: 1, size: (head) => Number(head.readBigInt64BE(4)) }

/** Enough for all chunks that recorders write before the samples. */
export const mostChunks = 64
const w64Mark = Buffer.from('726966662e91cf11a5d628db04c10000', 'hex')

/** Reads nothing beyond the end, or at an impossible offset: a broken 64-bit size may point anywhere. */
export async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  if (!Number.isSafeInteger(at) || at < 0) return Buffer.alloc(0)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

/** Calls `see` for each chunk until it returns something; chunks with text may contain anything. */
async function findChunk<T>(
  file: FileHandle,
  layout: Layout,
  see: (name: string, at: number, head: Buffer) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (let at = layout.first, count = 0; count < mostChunks; count += 1) {
    const head = await readAt(file, at, layout.headBytes)
    if (head.length < layout.headBytes) return undefined
    const found = await see(head.toString('latin1', 0, 4), at + layout.headBytes, head)
    if (found) return found
    const size = layout.size(head)
    if (size < 0) return undefined
    at += layout.headBytes + Math.ceil(size / layout.align) * layout.align
  }
  return undefined
}

/** Programs that are still recording, or cannot seek back, leave the largest number there, or one near it. */
const isUnknown = (length: number) =>
  [0xffff_ffff, 0x7fff_ffff].some((largest) => Math.abs(length - largest) <= 4_096) || length > Number.MAX_SAFE_INTEGER

const said = (length: number) => (isUnknown(length) ? undefined : Math.max(0, length))

/** Wav, rf64 and w64, which have the same chunks. */
async function ofWav(file: FileHandle, layout: Layout): Promise<SampledHead | undefined> {
  let about: Pick<SampledHead, 'format' | 'channels' | 'bytesASecond' | 'floats'> | undefined
  let large: { at: number; bytes: number } | undefined
  return findChunk(file, layout, async (name, at, head) => {
    if (name === 'fmt ') {
      const told = await readAt(file, at, 26)
      if (told.length < 16) return undefined
      const format = told.readUInt16LE(0)
      const kind = format === extensible && told.length >= 26 ? told.readUInt16LE(24) : format
      const isFloat = kind === floats ? { bytes: told.readUInt16LE(14) / 8, isBigEndian: false } : undefined
      about = { format, channels: told.readUInt16LE(2), bytesASecond: told.readUInt32LE(8), floats: isFloat }
    } else if (name === 'ds64') {
      const told = await readAt(file, at, 16)
      if (told.length === 16) large = { at: at + 8, bytes: Number(told.readBigUInt64LE(8)) }
    } else if (name === 'data') {
      const inHead: SizeField =
        layout === w64
          ? { at: at - 8, bytes: 8, isBigEndian: false, more: 24 }
          : { at: at - 4, bytes: 4, isBigEndian: false }
      return {
        ...(about ?? { format: 0, channels: undefined, bytesASecond: 0, floats: undefined }),
        start: at,
        bytes: said(large?.bytes ?? layout.size(head)),
        sizes: large ? [{ at: large.at, bytes: 8, isBigEndian: false }] : [inHead],
        layout,
      }
    }
    return undefined
  })
}

const floatCodes: Record<string, number> = { fl32: 4, FL32: 4, fl64: 8, FL64: 8 }

async function ofAiff(file: FileHandle): Promise<SampledHead | undefined> {
  let about: { channels: number; code: string; frames: SizeField } | undefined
  return findChunk(file, form, async (name, at, head) => {
    if (name === 'COMM') {
      const told = await readAt(file, at, 22)
      if (told.length < 18) return undefined
      const channels = told.readUInt16BE(0)
      const block = channels * Math.ceil(told.readUInt16BE(6) / 8)
      const frames: SizeField = { at: at + 2, bytes: 4, isBigEndian: true, block }
      about = { channels, code: told.toString('latin1', 18), frames }
    } else if (name === 'SSND') {
      const told = await readAt(file, at, 8)
      if (told.length < 8) return undefined
      const offset = told.readUInt32BE(0)
      const size = form.size(head)
      const ofFloat = floatCodes[about?.code ?? '']
      const start = at + 8 + offset
      const isCompressed = about !== undefined && !/^(NONE|sowt|twos|raw |fl32|FL32|fl64|FL64|)$/.test(about.code)
      return {
        format: undefined,
        channels: about?.channels,
        bytesASecond: 0,
        floats: ofFloat ? { bytes: ofFloat, isBigEndian: true } : undefined,
        start,
        bytes: isUnknown(size) ? undefined : Math.max(0, size - 8 - offset),
        sizes: [
          { at: at - 4, bytes: 4, isBigEndian: true, more: 8 + offset },
          { at: 4, bytes: 4, isBigEndian: true, more: start - 8 },
          ...(about?.frames.block && !isCompressed ? [about.frames] : []),
        ],
        layout: form,
      }
    }
    return undefined
  })
}

const isFloatInCaf = 1
const isLittleEndianInCaf = 2

async function ofCaf(file: FileHandle): Promise<SampledHead | undefined> {
  let about: { channels: number; floats: SampledHead['floats'] } | undefined
  return findChunk(file, caf, async (name, at, head) => {
    if (name === 'desc') {
      const told = await readAt(file, at, 32)
      // If the packets have different sizes, only another chunk states their length.
      if (told.length < 32 || told.readUInt32BE(16) === 0) return undefined
      const flags = told.readUInt32BE(12)
      const isFloat = told.toString('latin1', 8, 12) === 'lpcm' && (flags & isFloatInCaf) !== 0
      const order = { bytes: told.readUInt32BE(28) / 8, isBigEndian: (flags & isLittleEndianInCaf) === 0 }
      about = { channels: told.readUInt32BE(24), floats: isFloat ? order : undefined }
    } else if (name === 'data' && about) {
      const size = caf.size(head)
      return {
        format: undefined,
        ...about,
        bytesASecond: 0,
        start: at + 4,
        bytes: size < 0 ? undefined : Math.max(0, size - 4),
        sizes: [{ at: at - 8, bytes: 8, isBigEndian: true, more: 4 }],
        layout: caf,
      }
    }
    return undefined
  })
}

const floatsInAu: Record<number, number> = { 6: 4, 7: 8 }

function ofAu(head: Buffer): SampledHead | undefined {
  if (head.length < 24) return undefined
  const ofFloat = floatsInAu[head.readUInt32BE(12)]
  return {
    format: undefined,
    channels: head.readUInt32BE(20),
    bytesASecond: 0,
    floats: ofFloat ? { bytes: ofFloat, isBigEndian: true } : undefined,
    start: head.readUInt32BE(4),
    bytes: said(head.readUInt32BE(8)),
    sizes: [{ at: 8, bytes: 4, isBigEndian: true }],
    layout: undefined,
  }
}

/** Reads the header of a file of samples; undefined for other files. */
export async function readSampledHead(file: FileHandle): Promise<SampledHead | undefined> {
  const head = await readAt(file, 0, 40)
  const isAt = (at: number, ...texts: string[]) => texts.some((text) => head.indexOf(latin(text)) === at)
  if (isAt(0, 'RIFF', 'RF64', 'BW64') && isAt(8, 'WAVE')) return ofWav(file, riff)
  if (head.subarray(0, 16).equals(w64Mark)) return ofWav(file, w64)
  if (isAt(0, 'FORM') && isAt(8, 'AIFF', 'AIFC')) return ofAiff(file)
  if (isAt(0, 'caff')) return ofCaf(file)
  return isAt(0, '.snd') ? ofAu(head) : undefined
}
