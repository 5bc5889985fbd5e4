import { inferenceCalls, type InferenceRow } from '@dictara/contract/inference'
import { icd10Calls as calls } from '@dictara/contract/icd10'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runCommand } from '../../commands/index.ts'
import { aClinic, aJob, aNote, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { codesFile, orderFile } from './code-lists.fixtures.ts'
import { isOnlyLoad } from './icd10.store.ts'

const official = join(import.meta.dirname, 'fixtures/icd10cm-order-2026.txt')
let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let folder: string

beforeAll(async () => {
  server = await startTestServer({ tasks: ['infer-note'] })
  clinic = await aClinic(server)
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  folder = await mkdtemp(join(tmpdir(), 'dictara-icd10-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await server.close()
})

/** Runs `npm run dictara -- icd10 …` on this installation. */
async function icd10(...given: string[]): Promise<{ code: number; said: string }> {
  let said = ''
  const collect = (text: unknown) => {
    said += String(text)
    return true
  }
  const spies = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(collect))
  try {
    const code = await runCommand(['icd10', ...given], {
      DICTARA_DATA: server.config.dataFolder,
      DATABASE_URL: server.ownerUrl,
      DICTARA_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    })
    return { code, said: said.trimEnd() }
  } finally {
    for (const { mockRestore } of spies) mockRestore()
  }
}
async function aFile(name: string, text: string) {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}
async function search(searchValue: string) {
  const { status, message, result } = await doctor.call(calls.findIcd10Codes, { query: { searchValue } })
  expect(status, message).toBe(200)
  return result
}
const codesOf = async (searchValue: string) => (await search(searchValue)).map(({ code }) => code)
/** The rows of Diagnoses that the rules read from a problem list. */
async function diagnosesOf(text: string) {
  const id = await aJob(server, clinic, { authorId: doctor.user.id, holderId: doctor.user.id })
  await aNote(server, clinic, id, [['PROBLEM LIST', text]])
  for (;;) {
    const { result } = await doctor.call(inferenceCalls.getNoteInference, { params: { id } })
    const { isCurrent, sections } = result[0]!
    const found = sections[0]!.items.find(({ key }) => key === 'Diagnoses')!
    if (isCurrent) return { found, rows: found.value as InferenceRow[] }
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
const codesIn = (rows: readonly InferenceRow[]) => rows.map((row) => row['ICD-10 Code'])

test('without a loaded list the codes known to Dictara’s rules are offered', async () => {
  expect(await icd10('status')).toEqual({
    code: 0,
    said: 'No list is loaded: the few hundred codes that come with Dictara are offered.',
  })
  expect(await search('I10')).toEqual([{ code: 'I10', description: 'Hypertension', billable: true }])
  const { found, rows } = await diagnosesOf('Cholera, moyamoya disease.')
  expect(codesIn(rows)).toEqual(['', ''])
  expect(found.columns.map(({ fieldUIName, codes }) => [fieldUIName, codes])).toEqual([
    ['Diagnosis', undefined],
    ['ICD-10 Code', 'ICD-10-CM'],
    ['Status', undefined],
  ])
})

test('a file that cannot be loaded is refused with a readable message, and the list stays unchanged', async () => {
  expect((await icd10('load')).said).toContain('Give the file.')
  expect(await icd10('load', join(folder, 'none.txt'))).toEqual({
    code: 1,
    said: `There is no file ${folder}/none.txt. The list of codes is as it was.`,
  })
  expect((await icd10('load', folder)).said).toBe(`This isn’t a file: ${folder}. The list of codes is as it was.`)
  expect((await icd10('load', official, 'more')).said).toContain('Unexpected “more”.')

  expect(await icd10('load', official)).toEqual({
    code: 0,
    said: 'Loaded 40 codes of ICD-10-CM 2026, 27 of them billable.\nThey are offered in place of the few hundred that come with Dictara.',
  })
  // The load is rolled back: two thousand lines are inserted before the wrong one.
  const many = Array.from({ length: 2500 }, (_, n) => ({ code: `B${1000 + n}`, description: `Infection ${n}` }))
  const broken = await aFile('broken-2027.txt', `${codesFile(many)}B1000   Infection\n`)
  expect(await icd10('load', broken)).toEqual({
    code: 1,
    said: `${broken} wasn’t loaded. Line 2501 repeats the code B10.00 of line 1.\nThe list of codes is as it was.`,
  })
  expect((await icd10('status')).said).toBe('40 codes of ICD-10-CM 2026, 27 of them billable.')
  expect(await codesOf('infection')).toEqual([])
})

test('a new list replaces the old one, and a second load at the same time is refused', async () => {
  const whole = await readFile(official, 'utf8')
  const path = await aFile('icd10cm-codes.txt', codesFile([{ code: 'A000', description: 'Cholera' }]))
  await server.doors.asSystem('load', async (work) => {
    expect(await isOnlyLoad(work)).toBe(true)
    expect((await icd10('load', path)).said).toBe(
      `${path} wasn’t loaded. Another list is being loaded just now.\nThe list of codes is as it was.`,
    )
  })
  expect(await codesOf('palsy')).toEqual(['G51.0'])
  const { code, said } = await icd10('load', path)
  expect(code).toBe(0)
  expect(said).toMatch(
    /^Loaded 1 code of ICD-10-CM 20\d\d-\d\d-\d\d, billable\.\nIt replaces 40 codes of ICD-10-CM 2026, 27 of them billable\.\nThe name of the file tells no year/,
  )
  expect(await codesOf('palsy')).toEqual([])
  expect(await codesOf('I10')).toEqual([])
  expect(await icd10('load', await aFile('again-2026.txt', whole.replaceAll('\n', '\r\n')))).toMatchObject({ code: 0 })
  const { rows } = await server.owner.query(
    "select clinic_id, detail->>'codes' codes from audit_events where event = 'icd10.loaded' order by at",
  )
  expect(rows).toEqual(['40', '1', '40'].map((codes) => ({ clinic_id: null, codes })))
})

test('codes are found by their start or by the starts of all words, best match first and shorter before longer', async () => {
  expect(await codesOf('e119')).toEqual(['E11.9'])
  // Of matching categories, only the exact code is found.
  expect((await search('E11'))[0]).toEqual({ code: 'E11', description: 'Type 2 diabetes mellitus', billable: false })
  expect((await codesOf('E11')).slice(1)).toEqual(['E11.9', 'E11.21', 'E11.01', 'E11.8', 'E11.22', 'E11.00'])
  expect(await codesOf('hypert')).toEqual(['K76.6', 'I10'])
  expect(await codesOf('Nephro, DIABETIC')).toEqual(['E11.21'])
  expect(await codesOf('meniere right')).toEqual(['H81.01'])
  expect(await codesOf('bell’s')).toEqual(['G51.0'])
  // The short description is searched, too.
  expect(await codesOf('diab w/o coma')).toEqual(['E11.00'])
  expect(await codesOf('A')).toEqual(['A00.9', 'A00.1', 'A00.0'])
  for (const nothing of ['%', '_', "';--", 'q:*', '!', 'pain & knee | x']) expect(await codesOf(nothing)).toEqual([])
  const many = Array.from({ length: 30 }, (_, n) => ({ code: `B${100 + n}`, description: `Rash ${n}` }))
  await icd10('load', await aFile('many-2026.txt', orderFile(many)))
  expect(await codesOf('rash')).toEqual(many.slice(0, 20).map(({ code }) => `${code.slice(0, 3)}.${code.slice(3)}`))
  await icd10('load', official)
  const biller = await signedIn(server, clinic.clinicId, { userType: 'biller', facilityIds: [clinic.facilityId] })
  expect((await biller.call(calls.findIcd10Codes, { query: { searchValue: 'pain' } })).status).toBe(403)
})

test('a problem without a code gets one from the list only when exactly one billable code has its name', async () => {
  const { rows } = await diagnosesOf('CHOLERA, moyamoya disease, hypertension, psoriasis vulgaris, portal pneumonia.')
  expect(rows.map((row) => [row['Diagnosis'], row['ICD-10 Code']])).toEqual([
    ['CHOLERA', 'A00.9'],
    ['Moyamoya disease', 'I67.5'],
    ['Hypertension', 'I10'],
    ['Psoriasis', 'L40.9'],
    ['Pneumonia', 'J18.9'],
  ])
  const others = [
    { code: 'A008', description: 'Cholera' },
    { code: 'A009', description: 'Cholera, unspecified' },
    { code: 'H8109', description: "Ménière's disease" },
    { code: 'I67', description: 'Moyamoya disease', billable: false },
  ]
  await icd10('load', await aFile('others-2026.txt', orderFile(others)))
  const again = await diagnosesOf('Cholera, moyamoya disease, Meniere’s disease. Left Meniere’s disease.')
  expect(codesIn(again.rows)).toEqual(['', '', 'H81.09', ''])
})
