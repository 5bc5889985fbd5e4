import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { convertDs2, lengthMs, peaksOf, probeSound } from '../../gateways/audio/index.ts'
import { lyingHeads, lyingSeconds } from '../../testing/lying-heads.ts'
import { madeByFfmpeg, wavHead } from '../../testing/sounds.ts'
import { times } from '../../../../tools/src/times.ts'
import { decodeRecording } from './decode-recording.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-formats-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const signal = new AbortController().signal

function aTake(bytes: Buffer) {
  const own = mkdtempSync(join(folder, 'one-'))
  const path = join(own, 'take-0')
  writeFileSync(path, bytes)
  return { own, path }
}

async function decoded(bytes: Buffer, ds2Converter?: string) {
  const { own, path } = aTake(bytes)
  const options = { folder: own, signal, mostMs: 60_000, reserveBytes: 0, ds2Converter }
  const { wav, notices, isPart } = await decodeRecording(
    { takes: [{ take: 0, path }], cuts: null },
    { wav: join(own, 'whole.wav') },
    options,
  )
  return { ms: await lengthMs(wav), peaks: await peaksOf(wav), notices, isPart }
}

const second = 'sine=frequency=300:sample_rate=16000:duration=1,volume=4'
const made = (name: string, ...args: string[]) => madeByFfmpeg(second, args, name)

/** An AMR file of one second with arbitrary content, since ffmpeg has no AMR encoder. One frame lasts 20 ms. */
function amr(mark: string, frameHead: number, frameBytes: number): Buffer {
  const frame = Buffer.alloc(frameBytes, 0x5a)
  frame[0] = frameHead
  return Buffer.concat([Buffer.from(mark, 'latin1'), ...Array.from({ length: 50 }, () => frame)])
}

/** Quiet, then loud. A length estimated from the bit rate of the first frames would be much too long. */
const ofChangingRate = () =>
  madeByFfmpeg(
    'aevalsrc=if(lt(t\\,1)\\,0\\,0.5*sin(2*PI*300*t)+0.3*random(0)):s=16000:d=2',
    ['-q:a', '4', '-write_xing', '0'],
    'x.mp3',
  )

type Format = [name: string, make: () => Promise<Buffer> | Buffer, seconds?: number]
const formats: Format[] = [
  ['one silent channel', () => madeByFfmpeg('aevalsrc=0.5*sin(2*PI*300*t)|0:s=16000:d=1', [], 'x.wav')],
  ['wav of 8 kHz', () => made('x.wav', '-ar', '8000')],
  ['wav, mu-law', () => made('x.wav', '-ar', '8000', '-c:a', 'pcm_mulaw')],
  ['wav of 24 bits', () => made('x.wav', '-c:a', 'pcm_s24le')],
  ['wav, GSM', () => made('x.wav', '-ar', '8000', '-c:a', 'libgsm_ms')],
  ['AIFF', () => made('x.aiff')],
  ['AMR', () => amr('#!AMR\n', 0x3c, 32)],
  ['ALAC', () => made('x.m4a', '-c:a', 'alac')],
  ['mp3 of a changing rate that says nothing of its length', ofChangingRate, 2],
]
/** Variants of these formats, tested only in longer runs. */
const rarer: Format[] = [
  ['wav, A-law', () => made('x.wav', '-ar', '8000', '-c:a', 'pcm_alaw')],
  ['wav of floats', () => made('x.wav', '-c:a', 'pcm_f32le')],
  ['AIFF of floats', () => made('x.aiff', '-c:a', 'pcm_f32be')],
  ['AU', () => made('x.au')],
  ['GSM', () => made('x.gsm', '-ar', '8000', '-c:a', 'libgsm')],
  ['AMR, wide', () => amr('#!AMR-WB\n', 0x44, 61)],
  ['Speex', () => made('x.ogg', '-c:a', 'libspeex')],
]

test.each([...formats, ...rarer.slice(0, times(0, rarer.length))])(
  'a file as recorders, telephones and servers write it converts in full without any notice: %s',
  async (name, make, seconds = 1) => {
    const bytes = await make()
    if (/^(GSM|AMR)/.test(name)) {
      const { own, path } = aTake(bytes)
      expect(await probeSound(path, { folder: own, signal })).toMatchObject({ kind: 'sound' })
    }
    const { ms, peaks, notices, isPart } = await decoded(bytes)
    expect({ notices, isPart }).toEqual({ notices: [], isPart: false })
    expect(Math.abs(ms - seconds * 1000)).toBeLessThan(150)
    expect(Math.max(...peaks)).toBeGreaterThan(4)
  },
)

/** One per container. bench/src/lying-heads.ts tries all of them. */
const liars = [
  'wav, GSM',
  'rf64, short',
  'w64, nothing',
  'aiff of a recorder that crashed',
  'caf, short',
  'au, long',
  'm4a, short in all it says',
  'wma, short in all it says',
]

test.each(lyingHeads.filter(({ name }) => liars.includes(name)))(
  'whatever length a header states, everything present is read or the missing part is reported in one notice: $name',
  async ({ name, make }) => {
    const { ms, notices } = await decoded(await make())
    const isWhole = ms > lyingSeconds * 1000 - 50
    expect(isWhole).toBe(!name.startsWith('m4a'))
    const notice = expect.stringMatching(isWhole ? /0:03/ : /^This recording is cut off: 0:01 of 0:03/)
    expect(notices).toEqual(name.startsWith('wma') ? [] : [notice])
  },
)

test('a wav that its recorder left unfinished is read to its end, with a notice of the stated length', async () => {
  const whole = await made('x.wav', '-map_metadata', '-1', '-fflags', '+bitexact')
  const saying = (bytes: number) => {
    const copy = Buffer.from(whole)
    copy.writeUInt32LE(bytes, copy.indexOf('data') + 4)
    return copy
  }
  expect(await decoded(saying(16_000))).toMatchObject({
    ms: 1_000,
    isPart: false,
    notices: ['The file says that this recording is 0:01 long, but holds more. We read all of it: 0:01.'],
  })
  expect((await decoded(saying(0))).notices).toEqual([
    'The file doesn’t say how long this recording is. We read all of it: 0:01.',
  ])
  // Metadata that programs write after the sound is not counted as sound.
  const text = Buffer.from('LIST\x1a\0\0\0INFOISFT\x0e\0\0\0Lavf59.27.100\0', 'latin1')
  const tagged = await decoded(Buffer.concat([whole, text, Buffer.alloc(0)]))
  expect(tagged).toMatchObject({ ms: 1_000, notices: [] })
})

/** A 16 kHz wav with these samples as 32-bit floats. */
function floatWav(samples: Float32Array): Buffer {
  const head = wavHead(samples.length * 2)
  head.writeUInt16LE(3, 20)
  head.writeUInt32LE(64_000, 28)
  head.writeUInt16LE(4, 32)
  head.writeUInt16LE(32, 34)
  return Buffer.concat([head, Buffer.from(samples.buffer)])
}

test('samples that are not numbers play as silence with a notice, and the rest is heard', async () => {
  const samples = Float32Array.from({ length: 16_000 }, (_, at) => 0.3 * Math.sin(at / 8))
  samples.fill(Number.NaN, 8_000, 9_600)
  samples[100] = Number.POSITIVE_INFINITY
  const { ms, peaks, notices } = await decoded(floatWav(samples))
  expect({ ms, notices }).toEqual({
    ms: 1_000,
    notices: ['This recording’s file is damaged: 1601 of its samples aren’t numbers. They play as silence.'],
  })
  expect(peaks).toEqual([30, 30, 30, 30, 30, 0, 30, 30, 30, 30])
})

test('a wav without samples counts as no audio, and one with a single sample as audio', async () => {
  await expect(decoded(wavHead(0))).rejects.toThrow('We can’t find any audio in this file.')
  expect(await decoded(Buffer.concat([wavHead(1), Buffer.from([1, 1])]))).toMatchObject({ ms: 0, notices: [] })
})

const ds2 = (mark: string, password = '') => Buffer.from(`${mark}${password}`.padEnd(5_000, '\0'), 'latin1')

test.each(['\x01ds2', '\x03ds2', '\x07ds2', '\x08ds2', '\x06dss', '\x03enc'])(
  'DS2 is refused by name when there is no converter or the converter cannot read it: %j',
  async (mark) => {
    const name = mark.endsWith('enc') ? 'encrypted DS2' : 'DS2'
    const { own, path } = aTake(ds2(mark))
    expect(await probeSound(path, { folder: own, signal })).toEqual({ kind: name === 'DS2' ? 'ds2' : 'encrypted-ds2' })
    await expect(decoded(ds2(mark))).rejects.toThrow(`This recording is ${name}, which we can’t read here.`)
    await expect(decoded(ds2(mark), 'false')).rejects.toThrow(
      `This recording is ${name}, and the converter couldn’t read it.`,
    )
    await expect(decoded(ds2(mark), 'no-such-program')).rejects.toThrow(
      `This recording is ${name}, and its converter is missing on the server.`,
    )
  },
)

test('the output of a configured DS2 converter is used, and the converter runs within the limits of every program', async () => {
  const [converter, wav, asked] = ['converter', 'converted.wav', 'asked'].map((name) => join(folder, name))
  writeFileSync(wav!, await made('x.wav'))
  const script = `#!/bin/bash\nset -e\nhead -c 4 "$2" > ${asked}\nprintf '%s' "$1" >> ${asked}\nulimit -f >> ${asked}\ncp ${wav} "$3"\n`
  writeFileSync(converter!, script, { mode: 0o700 })
  expect(await decoded(ds2('\x03ds2'), `${converter} --quiet`)).toMatchObject({ ms: 1_000, notices: [] })
  expect(readFileSync(asked!, 'latin1').slice(1)).toMatch(/^ds2--quiet\d+$/m)
})

/** A length limit that no disk has room for. */
const beyondAnyDisk = { mostMs: 1e13, reserveBytes: 0, signal }

test.each([
  ['is stopped at the limit', 'exec truncate -s $(($(ulimit -f) * 1024 + 1)) "$2"'],
  ['fails at the limit', 'truncate -s $(($(ulimit -f) * 1024)) "$2"; exit 1'],
])('a DS2 converter that runs out of disk space is not taken for a bad recording: it %s', async (_, script) => {
  const ds2Converter = join(folder, 'large-converter')
  // `truncate` makes a sparse file, which uses no disk space.
  writeFileSync(ds2Converter, `#!/bin/bash\n${script}\n`, { mode: 0o700 })
  const { own, path } = aTake(ds2('\x03ds2'))
  const converting = convertDs2(path, { ...beyondAnyDisk, folder: own, ds2Converter })
  await expect(converting).rejects.toMatchObject({ name: 'ProcessFailed', kind: 'no-room' })
})
