import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { times } from '../../../tools/src/times.ts'
import { programOf } from '../testing/program.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dictara-commands-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const dictara = (...given: string[]) =>
  new Promise<{ code: number; said: string }>((done) => {
    const env = { ...process.env, DICTARA_DATA: folder }
    execFile(process.execPath, [programOf('dictara'), ...given], { env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, said: out + err }),
    )
  })
const newClinic = (email: string) =>
  dictara('clinic', 'create', '--name', 'Hill', '--email', email, '--first-name', 'Ann', '--last-name', 'Lee')

test('simultaneous commands on a folder without a server all succeed, and none stops the database of another', async () => {
  expect(await newClinic('first@hill.example')).toMatchObject({ code: 0 })
  for (let round = 0; round < times(1, 3); round += 1) {
    const emails = [0, 1, 2, 3].map((one) => `${round}-${one}@hill.example`)
    const made = await Promise.all(emails.map((email) => newClinic(email)))
    for (const { code, said } of made) expect(code, said).toBe(0)
  }
}, 240_000)
