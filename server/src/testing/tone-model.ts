import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A token of the model: its text, and the tone in hertz that produces it. */
export interface Tone {
  token: string
  hertz: number
}

const bins = 128
const framesAToken = 4
/** How much louder than the others a tone's bin must be (natural logarithm of energy) to produce its token. */
const blankScore = 4

// The wire format of protocol buffers: a key (field number and type of value), then the value.
const varint = (value: number): Buffer => {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest % 128) | 128)
  }
}
const whole = (field: number, value: number) => Buffer.concat([varint(field * 8), varint(value)])
const bytes = (field: number, ...parts: (Buffer | string)[]) => {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content])
}

// ONNX messages, with the field numbers of its onnx.proto.
const types = { float: 1, int64: 7 }
const ints = (name: string, ...values: number[]) =>
  bytes(5, bytes(1, name), ...values.map((value) => whole(8, value)), whole(20, 7))
const node = (operator: string, inputs: string[], output: string, ...attributes: Buffer[]) =>
  bytes(1, ...inputs.map((input) => bytes(1, input)), bytes(2, output), bytes(4, operator), ...attributes)
const tensor = (name: string, type: number, shape: number[], data: Float32Array | BigInt64Array) =>
  bytes(
    5,
    ...shape.map((length) => whole(1, length)),
    whole(2, type),
    bytes(8, name),
    bytes(9, Buffer.from(data.buffer)),
  )
const value = (field: number, name: string, type: number, shape: (number | string)[]) => {
  const dimensions = shape.map((size) => bytes(1, typeof size === 'number' ? whole(1, size) : bytes(2, size)))
  return bytes(field, bytes(1, name), bytes(2, bytes(1, whole(1, type), bytes(2, ...dimensions))))
}

/**
 * A speech model of a few KB with MedASR's interface (`x` [N, T, 128] and `mask` [N, T] → `logits` [N, T/4, V] and
 * `logits_len` [N]), which produces a chosen token for a chosen tone, so that tests use the real runtime. One convolution takes the
 * mean over four frames and compares the tone's bin with all others.
 * @param weights the weight of each of the 128 bins for each token after the first, which is the blank.
 */
export function onnxOf(weights: readonly (readonly number[])[], metadata: Record<string, string>): Buffer {
  const count = weights.length + 1
  const kernel = new Float32Array(count * bins * framesAToken)
  for (const [token, ofBins] of weights.entries())
    for (const [bin, weight] of ofBins.entries())
      kernel.fill(
        weight / framesAToken,
        ((token + 1) * bins + bin) * framesAToken,
        ((token + 1) * bins + bin + 1) * framesAToken,
      )
  const bias = new Float32Array(count)
  bias[0] = blankScore
  const graph = bytes(
    7,
    node('Transpose', ['x'], 'byBin', ints('perm', 0, 2, 1)),
    node(
      'Conv',
      ['byBin', 'kernel', 'bias'],
      'scores',
      ints('kernel_shape', framesAToken),
      ints('strides', framesAToken),
    ),
    node('Transpose', ['scores'], 'logits', ints('perm', 0, 2, 1)),
    node('ReduceSum', ['mask', 'alongTime'], 'frames', bytes(5, bytes(1, 'keepdims'), whole(3, 0), whole(20, 2))),
    node('Div', ['frames', 'four'], 'logits_len'),
    bytes(2, 'tones'),
    tensor('kernel', types.float, [count, bins, framesAToken], kernel),
    tensor('bias', types.float, [count], bias),
    tensor('alongTime', types.int64, [1], BigInt64Array.of(1n)),
    tensor('four', types.int64, [1], BigInt64Array.of(BigInt(framesAToken))),
    value(11, 'x', types.float, ['N', 'T', bins]),
    value(11, 'mask', types.int64, ['N', 'T']),
    value(12, 'logits', types.float, ['N', 'S', count]),
    value(12, 'logits_len', types.int64, ['N']),
  )
  const facts = Object.entries(metadata).map(([key, text]) => bytes(14, bytes(1, key), bytes(2, text)))
  return Buffer.concat([whole(1, 7), graph, bytes(8, bytes(1, ''), whole(2, 14)), ...facts])
}

/** The frequency range of the runtime's 128 bins, which are evenly spaced on the mel scale. */
const mel = (hertz: number) => 1127 * Math.log(1 + hertz / 700)
const [lowest, highest] = [mel(125), mel(7500)]
const binOf = (hertz: number) => Math.round(((mel(hertz) - lowest) / (highest - lowest)) * (bins + 1) - 1)

/** Writes a model for these tones and tokens into a folder like that of a published archive. */
export function makeToneModel(folder: string, tones: readonly Tone[]): string {
  mkdirSync(folder, { recursive: true })
  const weights = tones.map(({ hertz }) => {
    const own = binOf(hertz)
    return Array.from({ length: bins }, (_, bin) => (Math.abs(bin - own) <= 1 ? 1 / 3 : 0) - 1 / bins)
  })
  const metadata = { model_type: 'medasr_ctc', vocab_size: String(tones.length + 1) }
  writeFileSync(join(folder, 'model.int8.onnx'), onnxOf(weights, metadata))
  const tokens = tones.map(({ token }, index) => `${token.replaceAll(' ', '▁')} ${index + 1}`)
  writeFileSync(join(folder, 'tokens.txt'), `${['<blk> 0', ...tokens].join('\n')}\n`)
  return folder
}

/** This many evenly spaced tones that the model can distinguish. */
export const toneHertz = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const place = lowest + ((index + 1) / (count + 1)) * (highest - lowest)
    return Math.round(700 * (Math.exp(place / 1127) - 1))
  })

/** A 16 kHz wav of tones, each starting at its second and lasting `seconds`, with silence between. */
export function wavOfTones(played: readonly { hertz: number; at: number; seconds: number }[], seconds: number): Buffer {
  const rate = 16_000
  const samples = new Int16Array(Math.round(seconds * rate))
  for (const { hertz, at, seconds: length } of played)
    for (
      let index = Math.round(at * rate);
      index < Math.min(samples.length, Math.round((at + length) * rate));
      index += 1
    )
      samples[index] = 8_000 * Math.sin((2 * Math.PI * hertz * index) / rate)
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(36 + samples.byteLength, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.byteLength, 40)
  return Buffer.concat([head, Buffer.from(samples.buffer)])
}
