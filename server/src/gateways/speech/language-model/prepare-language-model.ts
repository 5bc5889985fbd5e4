import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProcess } from '../../../platform/processes.ts'
import type { Recipe } from './build-language-model.ts'

export interface LanguageModel {
  languageModel: string
  dictionary: string
}

/** The folders in which packages install the stock model of English. */
const stockFolders = ['/usr/share', '/usr/local/share', '/opt/homebrew/share'].map(
  (share) => `${share}/pocketsphinx/model/en-us`,
)
/** Increase this when the builder makes another model from the same corpus. */
const builderVersion = 7
const limits = { timeLimitSeconds: 600, memoryLimitMb: 24_000 }

const here = fileURLToPath(new URL('.', import.meta.url))
/** The sources of the model besides the stock one. */
export const corpusFiles = ['dictations.txt', 'drugs.txt', 'specialties.txt'].map((name) => join(here, 'corpus', name))
/** The module itself when run from source; in a build, its bundle in the same place. */
const builder = () =>
  ['build-language-model.ts', 'build-language-model.js']
    .map((name) => join(here, name))
    .find((path) => existsSync(path))!

const modelIn = (folder: string): LanguageModel => ({
  languageModel: join(folder, 'model.lm.bin'),
  dictionary: join(folder, 'model.dict'),
})

/**
 * The language model of the basic offline engine, built if missing: by a separate process at low priority, into a
 * folder named after all its sources, which appears only when it is complete.
 * @returns undefined without the stock model, which is required.
 * @throws ProcessFailed if it cannot be built, e.g. because a program is missing.
 */
export async function prepareLanguageModel(options: {
  folder: string
  headings: readonly string[]
  /** Further words and phrases to include. */
  vocabulary?: readonly string[]
  signal?: AbortSignal
}): Promise<LanguageModel | undefined> {
  const stock = stockFolders.find((folder) => existsSync(join(folder, 'en-us.lm.bin')))
  if (!stock) return undefined
  const recipe: Recipe = {
    corpus: corpusFiles,
    headings: options.headings,
    vocabulary: options.vocabulary ?? [],
    stockModel: join(stock, 'en-us.lm.bin'),
    stockDictionary: join(stock, 'cmudict-en-us.dict'),
  }
  const hash = createHash('sha256').update(JSON.stringify([builderVersion, recipe.headings, recipe.vocabulary]))
  for (const file of corpusFiles) hash.update(await readFile(file))
  hash.update(String((await stat(recipe.stockModel)).size))
  const finished = join(options.folder, hash.digest('hex').slice(0, 16))
  if (existsSync(finished)) return modelIn(finished)

  await mkdir(options.folder, { recursive: true })
  const making = await mkdtemp(join(options.folder, 'making-'))
  try {
    await writeFile(join(making, 'recipe.json'), JSON.stringify(recipe))
    const args = ['-n', '10', process.execPath, builder(), join(making, 'recipe.json'), making]
    const signal = options.signal ?? new AbortController().signal
    await runProcess('nice', args, { folder: making, signal, ...limits })
    await rename(making, finished).catch((error: unknown) => {
      // Another process has built the same model faster.
      if (!existsSync(finished)) throw error
    })
  } finally {
    await rm(making, { recursive: true, force: true })
  }
  await removeOthers(options.folder, finished)
  return modelIn(finished)
}

/** Removes models of earlier versions, and the remains of killed builders. */
async function removeOthers(folder: string, kept: string) {
  const dayMs = 86_400_000
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const age = Date.now() - (await stat(path).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs
    if (path !== kept && age > dayMs) await rm(path, { recursive: true, force: true })
  }
}
