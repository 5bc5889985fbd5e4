import { madeByFfmpeg } from './sounds.ts'

/** The real length of each file. */
export const lyingSeconds = 3
/** The false lengths: a third and three times the real one. */
const [short, long] = [1 / 3, 3]

type Change = (bytes: Buffer) => void

const sound = (name: string, ...args: string[]) =>
  madeByFfmpeg(`sine=frequency=300:sample_rate=16000:duration=${lyingSeconds}`, args, name)
/** Without metadata after the sound. */
const plain = ['-map_metadata', '-1', '-fflags', '+bitexact']

/** The offset of a marker, plus this many bytes. @throws if it is absent */
function placeOf(bytes: Buffer, mark: string | Buffer, behind = 0): number {
  const at = bytes.indexOf(mark)
  if (at < 0) throw new Error(`There is no ${String(mark)} in this file.`)
  return at + behind
}

const times = (value: number, share: number) => Math.round(value * share)
const wavSize =
  (share: number): Change =>
  (bytes) => {
    const at = placeOf(bytes, 'data', 4)
    bytes.writeUInt32LE(times(bytes.readUInt32LE(at), share), at)
  }
const wavSays =
  (value: number): Change =>
  (bytes) => {
    bytes.writeUInt32LE(value, placeOf(bytes, 'data', 4))
  }
const beSize =
  (mark: string, behind: number, share: number): Change =>
  (bytes) => {
    const at = placeOf(bytes, mark, behind)
    bytes.writeUInt32BE(times(bytes.readUInt32BE(at), share), at)
  }
const longSize =
  (mark: string | Buffer, behind: number, share: number, isBigEndian = false): Change =>
  (bytes) => {
    const at = placeOf(bytes, mark, behind)
    const value = isBigEndian ? bytes.readBigUInt64BE(at) : bytes.readBigUInt64LE(at)
    const falseValue = BigInt(times(Number(value), share))
    if (isBigEndian) bytes.writeBigUInt64BE(falseValue, at)
    else bytes.writeBigUInt64LE(falseValue, at)
  }
const allOf =
  (...changes: Change[]): Change =>
  (bytes) =>
    changes.forEach((change) => change(bytes))

const w64Data = Buffer.from('64617461f3acd3118cd100c04f8edb8a', 'hex')
const asfData = Buffer.from('3626b2758e66cf11a6d900aa0062ce6c', 'hex')
const asfProperties = Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex')
const webmDuration = Buffer.from('448988', 'hex')
const webmSegment = Buffer.from('18538067', 'hex')

const webmLength =
  (share: number): Change =>
  (bytes) => {
    const at = placeOf(bytes, webmDuration, webmDuration.length)
    bytes.writeDoubleBE(bytes.readDoubleBE(at) * share, at)
  }
const flacSamples =
  (share: number): Change =>
  (bytes) => {
    // The field has 36 bits; the highest four stay zero.
    const at = placeOf(bytes, 'fLaC', 4 + 4 + 14)
    bytes.writeUInt32BE(times(bytes.readUInt32BE(at), share), at)
  }
/** Marks the first page with sound as the last one, and corrects the checksums. */
const oggEndsEarly: Change = (bytes) => {
  const pages: number[] = []
  for (let at = bytes.indexOf('OggS'); at >= 0; at = bytes.indexOf('OggS', at + 4)) pages.push(at)
  const [at, end] = [pages[2]!, pages[3] ?? bytes.length]
  bytes[at + 5]! |= 4
  bytes.writeUInt32LE(0, at + 22)
  let sum = 0
  for (const byte of bytes.subarray(at, end)) {
    sum ^= byte << 24
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x8000_0000 ? (sum << 1) ^ 0x04c1_1db7 : sum << 1
  }
  bytes.writeUInt32LE(sum >>> 0, at + 22)
}
/** The lengths in the headers, index and edit list of an m4a. */
const m4aLengths = (share: number) =>
  allOf(beSize('mvhd', 20, share), beSize('tkhd', 24, share), beSize('mdhd', 20, share))
const m4aIndex = (share: number) =>
  allOf(beSize('stsz', 12, share), (bytes) => {
    const at = placeOf(bytes, 'stts', 12)
    bytes.writeUInt32BE(times(bytes.readUInt32BE(at), share), at)
  })
const m4aPlays = (share: number) => beSize('elst', 12, share)

/** Files whose headers state a false length. */
export const lyingHeads: readonly { name: string; make(): Promise<Buffer> }[] = (
  [
    ['wav, short', ['x.wav'], wavSize(short)],
    ['wav, long', ['x.wav', ...plain], wavSize(long)],
    ['wav of a recorder that crashed', ['x.wav', ...plain], allOf(wavSays(0), beSize('RIFF', 4, 0))],
    ['wav, 4 GiB', ['x.wav', ...plain], wavSays(0xffff_ffff)],
    ['wav, nearly 4 GiB', ['x.wav', ...plain], wavSays(0xf000_0000)],
    ['wav, 2 GiB', ['x.wav', ...plain], wavSays(0x7fff_ffff)],
    ['wav, one sample', ['x.wav', ...plain], wavSays(2)],
    ['wav, odd', ['x.wav', ...plain], wavSays(30_001)],
    ['wav with texts before its sound', ['x.wav', '-metadata', 'title=Tuesday'], wavSize(short)],
    ['wav of 8 bits', ['x.wav', ...plain, '-c:a', 'pcm_u8'], wavSize(short)],
    ['wav of 24 bits', ['x.wav', ...plain, '-c:a', 'pcm_s24le'], wavSize(short)],
    ['wav of floats', ['x.wav', ...plain, '-c:a', 'pcm_f32le'], wavSize(short)],
    ['wav, mu-law', ['x.wav', ...plain, '-c:a', 'pcm_mulaw', '-ar', '8000'], wavSize(short)],
    ['wav, A-law', ['x.wav', ...plain, '-c:a', 'pcm_alaw', '-ar', '8000'], wavSize(short)],
    ['wav, GSM', ['x.wav', ...plain, '-c:a', 'libgsm_ms', '-ar', '8000'], wavSize(short)],
    ['wav, ADPCM', ['x.wav', ...plain, '-c:a', 'adpcm_ima_wav'], wavSize(short)],
    ['wav of two channels', ['x.wav', ...plain, '-ac', '2', '-ar', '48000'], wavSize(short)],
    ['rf64, short', ['x.wav', ...plain, '-rf64', 'always'], longSize('ds64', 16, short)],
    ['rf64, long', ['x.wav', ...plain, '-rf64', 'always'], longSize('ds64', 16, long)],
    ['rf64, nothing', ['x.wav', ...plain, '-rf64', 'always'], longSize('ds64', 16, 0)],
    ['w64, short', ['x.w64', ...plain], longSize(w64Data, 16, short)],
    ['w64, long', ['x.w64', ...plain], longSize(w64Data, 16, long)],
    ['w64, nothing', ['x.w64', ...plain], longSize(w64Data, 16, 0)],
    ['aiff, short', ['x.aiff', ...plain], beSize('SSND', 4, short)],
    ['aiff, long', ['x.aiff', ...plain], beSize('SSND', 4, long)],
    [
      'aiff of a recorder that crashed',
      ['x.aiff', ...plain],
      allOf(beSize('FORM', 4, 0), beSize('SSND', 4, 0), beSize('COMM', 10, 0)),
    ],
    ['aiff of few frames', ['x.aiff', ...plain], beSize('COMM', 10, short)],
    ['aifc, mu-law', ['x.aif', ...plain, '-c:a', 'pcm_mulaw'], beSize('SSND', 4, short)],
    ['caf, short', ['x.caf', ...plain], longSize('data', 4, short, true)],
    ['caf, long', ['x.caf', ...plain], longSize('data', 4, long, true)],
    ['au, short', ['x.au', ...plain], beSize('.snd', 8, short)],
    ['au, long', ['x.au', ...plain], beSize('.snd', 8, long)],
    ['mp3 of few frames', ['x.mp3'], beSize('Info', 8, short)],
    ['mp3 of many frames', ['x.mp3'], beSize('Info', 8, long)],
    ['flac, short', ['x.flac'], flacSamples(short)],
    ['flac, long', ['x.flac'], flacSamples(long)],
    ['m4a, short', ['x.m4a'], m4aLengths(short)],
    ['m4a, long', ['x.m4a'], m4aLengths(long)],
    ['m4a with a short index', ['x.m4a'], m4aIndex(short)],
    ['m4a, short in all it says', ['x.m4a'], allOf(m4aIndex(short), m4aLengths(short), m4aPlays(short))],
    ['m4a that plays a part', ['x.m4a'], allOf(m4aPlays(short), beSize('mvhd', 20, short), beSize('tkhd', 24, short))],
    ['webm, short', ['x.webm', '-c:a', 'libopus'], webmLength(short)],
    ['webm, long', ['x.webm', '-c:a', 'libopus'], webmLength(long)],
    [
      'webm, short segment',
      ['x.webm', '-c:a', 'libopus', '-cluster_time_limit', '500'],
      (bytes) => {
        const at = placeOf(bytes, webmSegment, 4)
        bytes.writeUInt32BE(times(bytes.readUInt32BE(at + 4), short), at + 4)
      },
    ],
    ['wma, short', ['x.wma'], longSize(asfProperties, 64, short)],
    [
      'wma, short in all it says',
      ['x.wma'],
      allOf(longSize(asfData, 16, short), longSize(asfData, 40, short), longSize(asfProperties, 64, short)),
    ],
    ['wma, long', ['x.wma'], longSize(asfProperties, 64, long)],
    ['ogg that ends early', ['x.ogg', '-c:a', 'libopus', '-page_duration', '500000'], oggEndsEarly],
  ] as const satisfies readonly [string, readonly [string, ...string[]], Change][]
).map(([name, [file, ...args], change]) => ({
  name,
  async make() {
    const bytes = await sound(file, ...args)
    ;(change as Change)(bytes)
    return bytes
  },
}))
