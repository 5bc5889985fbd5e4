import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { makeToneModel, onnxOf } from '../../../testing/tone-model.ts'
import { ModelUnusable, readModelFolder } from './model-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'dictara-models-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const medasr = makeToneModel(join(root, 'medasr-en-int8'), [{ token: ' fever', hertz: 1000 }])

let made = 0
/** A folder of files: an ONNX file contains the given facts; text is written unchanged. */
function folderOf(files: Record<string, Record<string, string> | string>): string {
  const folder = join(root, `model-${(made += 1)}`)
  mkdirSync(folder)
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : onnxOf([[1]], content))
  return folder
}
/** A copy of the tests’ model with a change. */
function changed(change: (folder: string) => void): string {
  const folder = join(root, `changed-${(made += 1)}`)
  cpSync(medasr, folder, { recursive: true })
  change(folder)
  return folder
}
const tokens = '<blk> 0\n▁fever 1\n'
const encoder = { model_type: 'zipformer2' }

describe('the kind is recognised from the files', () => {
  test.for<[string, Record<string, Record<string, string> | string>]>([
    ['medasr', { 'model.int8.onnx': { model_type: 'medasr_ctc' }, 'tokens.txt': tokens }],
    ['nemo-ctc', { 'model.onnx': { model_type: 'EncDecCTCModelBPE' }, 'tokens.txt': tokens }],
    ['zipformer-ctc', { 'ctc-epoch-30.int8.onnx': { model_type: 'zipformer2_ctc' }, 'tokens.txt': tokens }],
    [
      'nemo-transducer',
      {
        'encoder.int8.onnx': { model_type: 'EncDecRNNTBPEModel' },
        'decoder.int8.onnx': {},
        'joiner.int8.onnx': {},
        'tokens.txt': tokens,
      },
    ],
    [
      'transducer',
      {
        'encoder-epoch-99-avg-1.onnx': encoder,
        'decoder-epoch-99-avg-1.onnx': {},
        'joiner-epoch-99-avg-1.onnx': {},
        'tokens.txt': tokens,
      },
    ],
    [
      'whisper',
      {
        'small.en-encoder.int8.onnx': { model_type: 'whisper-small.en' },
        'small.en-decoder.int8.onnx': {},
        'small.en-tokens.txt': 'IQ== 0\nIg== 1\n',
      },
    ],
    [
      'moonshine',
      {
        'preprocess.onnx': {},
        'encode.int8.onnx': {},
        'uncached_decode.int8.onnx': {},
        'cached_decode.int8.onnx': {},
        'tokens.txt': tokens,
      },
    ],
    ['moonshine', { 'encoder_model.ort': 'ORTM', 'decoder_model_merged.ort': 'ORTM', 'tokens.txt': tokens }],
  ])('%s', async ([kind, files]) => {
    expect(await readModelFolder(folderOf(files))).toMatchObject({ kind })
  })

  test('the smaller of two precisions is used, and a model that writes only capitals is detected', async () => {
    const files = { 'decoder.onnx': {}, 'joiner.onnx': {}, 'tokens.txt': '<blk> 0\n▁FEVER 1\n' }
    const model = await readModelFolder(folderOf({ 'encoder.int8.onnx': encoder, 'encoder.onnx': encoder, ...files }))
    expect(model).toMatchObject({ isCapitals: true, config: { transducer: { encoder: /encoder\.int8\.onnx$/ } } })
    expect((await readModelFolder(medasr)).isCapitals).toBe(false)
  })

  test('a named kind needs its files, but no metadata in them', async () => {
    const folder = folderOf({ 'model.onnx': {}, 'tokens.txt': tokens })
    expect(await readModelFolder(folder, 'nemo-ctc')).toMatchObject({ kind: 'nemo-ctc' })
    await expect(readModelFolder(folder, 'whisper')).rejects.toThrow(
      'of a Whisper model there is no file for its encoder and decoder',
    )
  })
})

describe('a folder that cannot be used says why', () => {
  const cut = (share: number) => (folder: string) => {
    const path = join(folder, 'model.int8.onnx')
    const whole = readFileSync(path)
    writeFileSync(path, whole.subarray(0, Math.floor(whole.length * share)))
  }
  test.for<[string, () => string]>([
    ['its folder doesn’t exist', () => join(root, 'nowhere')],
    ['its folder is a file', () => join(medasr, 'model.int8.onnx')],
    ['its folder doesn’t exist', () => join(medasr, 'model.int8.onnx', 'below')],
    ['its folder is a file: unpack the archive', () => join(folderOf({ 'medasr.tar.bz2': 'BZh' }), 'medasr.tar.bz2')],
    ['its folder holds an archive (medasr.tar.bz2): unpack it', () => folderOf({ 'medasr.tar.bz2': 'BZh' })],
    [
      'the model is one folder deeper, in medasr-en-int8',
      () => {
        const folder = join(root, 'above')
        cpSync(medasr, join(folder, 'medasr-en-int8'), { recursive: true })
        return folder
      },
    ],
    ['there is no model (a file that ends in .onnx) in its folder', () => folderOf({ 'README.md': 'hello' })],
    ['there is no tokens.txt in its folder', () => changed((folder) => rmSync(join(folder, 'tokens.txt')))],
    [
      'tokens.txt isn’t a list of tokens; its download may have gone wrong',
      () => changed((folder) => writeFileSync(join(folder, 'tokens.txt'), '<html>\n<p>404\n')),
    ],
    ...[0.2, 0.5, 0.95].map((share): [string, () => string] => [
      'model.int8.onnx is cut off; its download may not have finished',
      () => changed(cut(share)),
    ]),
    [
      'model.int8.onnx isn’t a readable model; its download may have gone wrong',
      () => changed((folder) => writeFileSync(join(folder, 'model.int8.onnx'), '<html>Not found</html>')),
    ],
    [
      'model.int8.onnx isn’t a readable model; its download may have gone wrong',
      () => changed((folder) => writeFileSync(join(folder, 'model.int8.onnx'), '')),
    ],
    [
      'model.int8.onnx is only a Git LFS pointer, without the weights',
      () =>
        changed((folder) =>
          writeFileSync(join(folder, 'model.int8.onnx'), 'version https://git-lfs.github.com/spec/v1\n'),
        ),
    ],
    [
      'its files can’t be read',
      () =>
        changed((folder) => {
          rmSync(join(folder, 'tokens.txt'))
          symlinkSync('tokens.txt', join(folder, 'tokens.txt'))
        }),
    ],
    [
      'its files can’t be read',
      () =>
        changed((folder) => {
          renameSync(join(folder, 'tokens.txt'), join(folder, 'other.txt'))
          mkdirSync(join(folder, 'x-tokens.txt'))
          symlinkSync(join(folder, 'x-tokens.txt'), join(folder, 'tokens.txt'))
        }),
    ],
  ])('%s', async ([reason, folder]) => {
    const reading = readModelFolder(folder())
    await expect(reading).rejects.toBeInstanceOf(ModelUnusable)
    await expect(reading).rejects.toThrow(new RegExp(`^${reason.replaceAll(/[().]/g, String.raw`\$&`)}$`))
  })

  test.for([
    [
      'a model of another architecture (paraformer)',
      { 'model.onnx': { model_type: 'paraformer' }, 'tokens.txt': tokens },
    ],
    ['a model that doesn’t say what it is', { 'model.onnx': {}, 'tokens.txt': tokens }],
    [
      'a model of another architecture (EncDecMultiTaskModel)',
      { 'encoder.onnx': { model_type: 'EncDecMultiTaskModel' }, 'decoder.onnx': {}, 'tokens.txt': tokens },
    ],
    [
      'a model for streaming',
      {
        'encoder.onnx': { ...encoder, decode_chunk_len: '32' },
        'decoder.onnx': {},
        'joiner.onnx': {},
        'tokens.txt': tokens,
      },
    ],
  ] as const)('it holds %s', async ([what, files]) => {
    await expect(readModelFolder(folderOf(files))).rejects.toThrow(
      `it holds ${what}; Dictara can only use MedASR, Parakeet (NeMo transducer), NeMo CTC, Zipformer transducer, Zipformer CTC, Whisper and Moonshine`,
    )
  })
})
