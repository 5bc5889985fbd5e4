import { open, readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { speechModelKinds } from '../../../platform/config.ts'
import { NotOnnx, onnxFacts } from './onnx-facts.ts'

export type ModelKind = (typeof speechModelKinds)[number]

/** The names of the kinds of model for people. */
export const modelKinds: Record<ModelKind, string> = {
  medasr: 'MedASR',
  'nemo-transducer': 'Parakeet (NeMo transducer)',
  'nemo-ctc': 'NeMo CTC',
  transducer: 'Zipformer transducer',
  'zipformer-ctc': 'Zipformer CTC',
  whisper: 'Whisper',
  moonshine: 'Moonshine',
}

/** Why a folder contains no usable model: the end of a sentence for people, without the folder's path. */
export class ModelUnusable extends Error {
  override readonly name = 'ModelUnusable'
}

export interface SpeechModel {
  kind: ModelKind
  /** The folder's own name, which in the publisher's archives contains a version. */
  name: string
  /** Options for the runtime (`modelConfig` of sherpa-onnx-node). */
  config: Record<string, unknown>
  sizeBytes: number
  /** True if it writes only capitals. */
  isCapitals: boolean
}

type Files = readonly string[]
const onnx = /\.onnx$/i
/** Of two files that differ in precision, the smaller one is used: as good for speech, with less memory. */
const one = (files: Files, name: RegExp) =>
  files.filter((file) => name.test(file)).toSorted((a, b) => Number(/int8/.test(b)) - Number(/int8/.test(a)))[0]

const rolesOf = (files: Files) => {
  const models = files.filter((file) => onnx.test(file))
  return {
    tokens: one(files, /(^|[-_.])tokens\.txt$/i),
    joiner: one(models, /joiner/i),
    encoder: one(models, /encoder/i),
    decoder: one(models, /decoder(?!.*merged)/i),
    preprocess: one(models, /^preprocess/i),
    encode: one(models, /^encode(?!r)/i),
    uncached: one(models, /^uncached_decode/i),
    cached: one(models, /^cached_decode/i),
    quickEncoder: one(files, /^encoder_model.*\.ort$/i),
    quickDecoder: one(files, /^decoder_model_merged.*\.ort$/i),
    model: one(models, /^(?!.*(encoder|decoder|joiner|encode|decode|preprocess|vad)).*$/i),
  }
}
type Roles = ReturnType<typeof rolesOf>

/** The files of each kind, by the runtime's names; undefined if one is missing. */
const partsOf: Record<ModelKind, (roles: Roles) => Record<string, string | undefined>[]> = {
  medasr: ({ model }) => [{ model }],
  'nemo-ctc': ({ model }) => [{ model }],
  'zipformer-ctc': ({ model }) => [{ model }],
  transducer: ({ encoder, decoder, joiner }) => [{ encoder, decoder, joiner }],
  'nemo-transducer': ({ encoder, decoder, joiner }) => [{ encoder, decoder, joiner }],
  whisper: ({ encoder, decoder }) => [{ encoder, decoder }],
  moonshine: ({ preprocess, encode, uncached, cached, quickEncoder, quickDecoder }) => [
    { preprocessor: preprocess, encoder: encode, uncachedDecoder: uncached, cachedDecoder: cached },
    { encoder: quickEncoder, mergedDecoder: quickDecoder },
  ],
}
const configNames: Record<ModelKind, string> = {
  medasr: 'medasr',
  'nemo-ctc': 'nemoCtc',
  'zipformer-ctc': 'zipformerCtc',
  transducer: 'transducer',
  'nemo-transducer': 'transducer',
  whisper: 'whisper',
  moonshine: 'moonshine',
}

const describedAs: [RegExp, ModelKind][] = [
  [/^medasr_ctc$/, 'medasr'],
  [/^EncDec(CTC|HybridRNNTCTC)/, 'nemo-ctc'],
  [/^zipformer2?_ctc$/, 'zipformer-ctc'],
]
/** Models that answer during speech state how much they process at once. */
const isStreaming = (facts: Record<string, string>) =>
  ['decode_chunk_len', 'chunk_shift', 'streaming_model_type'].some((name) => name in facts) ||
  (/streaming/.test(facts['comment'] ?? '') && !/non.?streaming/.test(facts['comment'] ?? ''))

async function factsOf(folder: string, file: string) {
  try {
    return await onnxFacts(join(folder, file))
  } catch (error) {
    if (!(error instanceof NotOnnx)) throw error
    const isPointer = (await beginning(join(folder, file))).startsWith('version https://git-lfs')
    if (isPointer) throw new ModelUnusable(`${file} is only a Git LFS pointer, without the weights`)
    throw new ModelUnusable(
      error.isCut
        ? `${file} is cut off; its download may not have finished`
        : `${file} isn’t a readable model; its download may have gone wrong`,
    )
  }
}

async function beginning(path: string): Promise<string> {
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
  return buffer.toString('latin1', 0, bytesRead)
}

const other = (what: string) =>
  new ModelUnusable(`it holds ${what}; Dictara can only use ${list(Object.values(modelKinds))}`)
const list = (words: readonly string[]) => [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ')

/** Recognises the kind from the existing files and their facts. */
async function recogniseKind(folder: string, roles: Roles): Promise<ModelKind> {
  const { joiner, encoder, decoder, model, uncached, quickDecoder } = roles
  if (uncached || quickDecoder) return 'moonshine'
  const first = encoder ?? model
  if (!first) throw new ModelUnusable('there is no model (a file that ends in .onnx) in its folder')
  const facts = await factsOf(folder, first)
  const type = facts['model_type'] ?? ''
  if (isStreaming(facts)) throw other('a model for streaming')
  if (encoder && joiner) return type.startsWith('EncDec') ? 'nemo-transducer' : 'transducer'
  if (encoder && (!decoder || type.startsWith('whisper'))) return 'whisper'
  const kind = encoder ? undefined : describedAs.find(([name]) => name.test(type))?.[1]
  if (!kind)
    throw other(type ? `a model of another architecture (${type.slice(0, 60)})` : 'a model that doesn’t say what it is')
  return kind
}

async function filesIn(folder: string): Promise<Files> {
  const found = await stat(folder)
  if (!found.isDirectory()) {
    const isArchive = /\.(bz2|tar|tgz|gz|zip)$/i.test(folder)
    throw new ModelUnusable(`its folder is a file${isArchive ? ': unpack the archive' : ''}`)
  }
  const entries = await readdir(folder, { withFileTypes: true })
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
  if (files.some((file) => onnx.test(file) || /\.ort$/i.test(file))) return files
  const archive = files.find((file) => /\.(tar\.bz2|tar|tgz|tar\.gz|zip)$/i.test(file))
  if (archive) throw new ModelUnusable(`its folder holds an archive (${archive}): unpack it`)
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    const inside = await readdir(join(folder, name))
    if (inside.some((file) => onnx.test(file))) throw new ModelUnusable(`the model is one folder deeper, in ${name}`)
  }
  return files
}

/** @returns whether it writes only capitals. */
async function checkTokens(folder: string, file: string): Promise<boolean> {
  const text = await readFile(join(folder, file), 'utf8')
  const lines = text.split('\n').filter(Boolean)
  if (lines.length < 2 || !lines.every((line) => /\s\d+\s*$/.test(line)))
    throw new ModelUnusable(`${file} isn’t a list of tokens; its download may have gone wrong`)
  const tokens = lines.map((line) => line.replace(/\s+\d+\s*$/, '')).filter((token) => !/^<.*>$/.test(token))
  return tokens.some((token) => /[A-Z]/.test(token)) && !tokens.some((token) => /[a-z]/.test(token))
}

async function read(folder: string, named: ModelKind | undefined, language: string): Promise<SpeechModel> {
  const files = await filesIn(folder)
  const roles = rolesOf(files)
  const kind = named ?? (await recogniseKind(folder, roles))
  const choices = partsOf[kind](roles)
  const parts = choices.find((choice) => Object.values(choice).every(Boolean))
  if (!parts) {
    const missing = Object.entries(choices[0]!).flatMap(([role, file]) => (file ? [] : role))
    throw new ModelUnusable(`of a ${modelKinds[kind]} model there is no file for its ${list(missing)}`)
  }
  if (!roles.tokens) throw new ModelUnusable('there is no tokens.txt in its folder')
  const isCapitals = await checkTokens(folder, roles.tokens)
  let sizeBytes = 0
  for (const file of Object.values(parts) as string[]) {
    const { size } = await stat(join(folder, file))
    if (size === 0) throw new ModelUnusable(`${file} is empty; its download may not have finished`)
    sizeBytes += size
    if (onnx.test(file)) await factsOf(folder, file)
  }
  const places = Object.fromEntries(Object.entries(parts).map(([role, file]) => [role, join(folder, file!)]))
  return {
    kind,
    name: basename(folder),
    sizeBytes,
    isCapitals,
    config: {
      [configNames[kind]]: kind === 'whisper' ? { ...places, language, task: 'transcribe' } : places,
      ...(kind === 'transducer' && { modelType: 'transducer' }),
      ...(kind === 'nemo-transducer' && { modelType: 'nemo_transducer' }),
      tokens: join(folder, roles.tokens),
    },
  }
}

/**
 * Examines the model in a folder without loading it, since a wrong one would end the loading process.
 * @param named its kind, if it should not be recognised from the files.
 * @param language the spoken language for Whisper, two letters.
 * @throws ModelUnusable
 */
export async function readModelFolder(folder: string, named?: ModelKind, language = 'en'): Promise<SpeechModel> {
  try {
    return await read(folder, named, language)
  } catch (error) {
    if (error instanceof ModelUnusable) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new ModelUnusable('its folder doesn’t exist')
    throw new ModelUnusable(
      code === 'EACCES' || code === 'EPERM' ? 'the server isn’t allowed to read its files' : 'its files can’t be read',
    )
  }
}
