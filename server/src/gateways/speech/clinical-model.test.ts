import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import { silentLog } from '../../platform/log.ts'
import { clinicalModel } from './clinical-model.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-model-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const modelIn = (models: string, warnings: string[] = []) =>
  clinicalModel({
    config: readConfig({ DICTARA_DATA: folder, DICTARA_SPEECH_MODELS: models }),
    log: { ...silentLog, warn: (_, message) => void warnings.push(message) },
    headings: ['chief complaint'],
  })

test('the model is made once, completely or not at all, and knows how drugs are said', async () => {
  const models = join(folder, 'models')
  const made = await modelIn(models).ready()
  const dictionary = readFileSync(made!.dictionary, 'utf8').split('\n')
  expect(dictionary).toContain('apixaban AH P IH K S AE B AH N')
  expect(dictionary.some((line) => line.startsWith('colon '))).toBe(true)
  expect(existsSync(made!.languageModel)).toBe(true)
  expect(await modelIn(models).ready()).toEqual(made)
  expect(readdirSync(models)).toHaveLength(1)
})

test('stopping ends the making, and leaves nothing half made', async () => {
  const models = join(folder, 'stopped')
  const model = modelIn(models)
  const ready = model.ready()
  await expect.poll(() => existsSync(models) && readdirSync(models).length).toBe(1)
  model.close()
  expect(await ready).toBeUndefined()
  expect(readdirSync(models)).toEqual([])
})

test('where it cannot be made, general English has to do, and the operator is told', async () => {
  const notFolder = join(folder, 'file')
  writeFileSync(notFolder, '')
  const warnings: string[] = []
  expect(await modelIn(notFolder, warnings).ready()).toBeUndefined()
  expect(warnings).toEqual([expect.stringContaining('general English')])
})
