import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { movableClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { silentLog } from '../../platform/log.ts'
import systemHeadings from '../../features/templates/system-headings.json' with { type: 'json' }
import { speechModels } from '../../testing/speech-models.ts'
import { clinicalModel } from './clinical-model.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-model-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const clock = movableClock(new Date('2026-11-21T08:00:00Z'))
const modelIn = (models: string, warnings: string[] = []) =>
  clinicalModel({
    clock,
    config: readConfig({ DICTARA_DATA: folder, DICTARA_SPEECH_MODELS: models }),
    log: { ...silentLog, warn: (_, message) => void warnings.push(message) },
    headings: systemHeadings.flatMap(({ spoken }) => spoken),
  })

test('the model is built once for a run of tests, completely or not at all, and knows how drugs are pronounced', async () => {
  const before = readdirSync(speechModels)
  const made = await modelIn(speechModels).ready()
  const dictionary = readFileSync(made!.dictionary, 'utf8').split('\n')
  expect(dictionary).toContain('apixaban AH P IH K S AE B AH N')
  expect(dictionary.some((line) => line.startsWith('colon '))).toBe(true)
  expect(existsSync(made!.languageModel)).toBe(true)
  expect(before).toContain(basename(dirname(made!.languageModel)))
  expect(await modelIn(speechModels).ready()).toEqual(made)
})

test('stopping ends the build and leaves no unfinished files', async () => {
  const models = join(folder, 'stopped')
  const model = modelIn(models)
  const ready = model.ready()
  await expect.poll(() => existsSync(models) && readdirSync(models).length).toBe(1)
  model.close()
  expect(await ready).toBeUndefined()
  expect(readdirSync(models)).toEqual([])
})

test('if the build fails, general English is used, the operator is notified, and the build is repeated a minute later', async () => {
  const notFolder = join(folder, 'file')
  writeFileSync(notFolder, '')
  const warnings: string[] = []
  const model = modelIn(notFolder, warnings)
  expect(await model.ready()).toBeUndefined()
  expect(warnings).toEqual([expect.stringContaining('general English')])
  // It is replaced by a folder that contains a model.
  rmSync(notFolder)
  symlinkSync(speechModels, notFolder)
  expect(await model.ready()).toBeUndefined()
  clock.advance(61_000)
  expect(existsSync((await model.ready())!.languageModel)).toBe(true)
  expect(warnings).toHaveLength(1)
})
