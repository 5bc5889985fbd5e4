import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { configurationTable } from './configuration-table.ts'

test('the page on configuration matches the settings in the code', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/operating/configuration.md'), 'utf8')
  expect(page).toContain(configurationTable())
})
