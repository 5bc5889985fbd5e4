import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { phraseCalls } from '@dictara/contract/phrases'
import { templateCalls } from '@dictara/contract/templates'
import type { WrittenSection } from '@dictara/dictation'
import { readText } from '@dictara/dictation/note-text'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { aClinic, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { storedDictation, submitStored } from '../../testing/dictating.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-phrases-'))
let server: TestServer
let clinic: TestClinic
let doctor: TestClient
const ids: Record<string, string> = {}

const heading = (customUIHeading: string, more: object = {}) => ({
  customUIHeading,
  systemHeading: 'PHYSICAL EXAMINATION',
  ...more,
})

beforeAll(async () => {
  server = await startTestServer({ tasks: true })
  clinic = await aClinic(server)
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  const phrase = async (key: string, text: string, more: object = {}) => {
    const answer = await doctor.call(phraseCalls.createPhrase, { body: { key, phrase: text, active: true, ...more } })
    expect(answer).toMatchObject({ status: 200 })
    ids[key] = answer.result[0]!.id
  }
  await phrase('normal chest', 'The lungs are <b>clear</b>.')
  await phrase('patient line', '{{Patient Name}}, born {{Date of Birth}}, room {{Room/Bed}}.', {
    dynamic: true,
    targetEndPoint: 'PATIENT',
  })
  const template = await doctor.call(templateCalls.createTemplate, {
    body: {
      templateName: 'Visit',
      templateDescription: 'A visit',
      active: true,
      sectionHeadings: [
        heading('Findings', { systemHeading: 'FINDINGS', required: true }),
        heading('Heart', { defaultValue: 'Regular.', required: true }),
        heading('Allergies', { systemHeading: 'ALLERGIES', required: true }),
        heading('Plan', { systemHeading: 'PLAN', required: true }),
      ],
    },
  })
  expect(template).toMatchObject({ status: 200 })
  ids['template'] = template.result[0]!.id
}, 120_000)
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function spoken(text: string): Buffer {
  const path = join(folder, `${newId()}.wav`)
  execFileSync('flite', ['-voice', 'rms', '-t', text, '-o', path])
  return readFileSync(path)
}

interface Converted {
  id: string
  status: string
  notices: string[]
  sections: WrittenSection[]
}

async function converted(text: string, meanwhile?: () => Promise<unknown>): Promise<Converted> {
  const takes = [spoken(text)]
  const stored = await storedDictation({ server, clinic, doctor }, takes, { templateId: ids['template'] })
  await meanwhile?.()
  const [job] = (await submitStored({ doctor }, stored, takes)).result
  for (;;) {
    const { rows } = await server.owner.query<Converted>(
      'select j.id, j.status, j.notices, c.sections from jobs j left join conversions c on c.job_id = j.id where j.id = $1',
      [job!.jobId],
    )
    if (!['RECEIVED', 'CONVERTING'].includes(rows[0]!.status)) return rows[0]!
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
const textUnder = ({ sections }: Converted, name: string) =>
  sections.find((one) => one.heading.customUIHeading === name)?.content.map(({ value }) => value) ?? []

const text = 'findings colon insert normal chest next line insert patient line'

test('dictated words insert phrases, default texts are kept, and required headings without any speech stay empty', async () => {
  const job = await converted(text)
  expect(job.status).toBe('IN_PROGRESS')
  const [chest, line] = textUnder(job, 'FINDINGS')
  expect(chest).toBe('The lungs are <b>clear</b>.')
  const runs = readText(line!)
  expect(runs[0]!.text).toBe('Ada Byron, born 02/03/1961, room ')
  expect(runs[1]!.blank).toMatchObject({ question: 'Room/Bed' })
  expect(runs[1]!.blank!.second).toBeGreaterThan(0.5)
  expect(textUnder(job, 'HEART')).toEqual(['Regular.'])
  // The editor shows empty required sections. A notice would stay after they are filled in, so there is none.
  expect([textUnder(job, 'ALLERGIES'), textUnder(job, 'PLAN')]).toEqual([[], []])
  expect(job.notices).toEqual([])
  const { rows } = await server.owner.query(
    'select phrase_id, letters, user_id, undone from note_insertions where job_id = $1 order by letters desc',
    [job.id],
  )
  const kept = { user_id: null, undone: false }
  expect(rows).toEqual([
    { ...kept, phrase_id: ids['patient line'], letters: 'Ada Byron, born 02/03/1961, room .'.length },
    { ...kept, phrase_id: ids['normal chest'], letters: 'The lungs are clear.'.length },
    { ...kept, phrase_id: null, letters: 'Regular.'.length },
  ])
}, 90_000)

test('a template and a phrase deleted before the note is written stop nothing, and the spoken words stay', async () => {
  const job = await converted(text, async () => {
    const deleted = [
      await doctor.call(templateCalls.deleteTemplate, { params: { id: ids['template']! } }),
      await doctor.call(phraseCalls.deletePhrases, { query: { cannedTextIds: [ids['normal chest']!] } }),
    ]
    expect(deleted).toMatchObject([{ status: 200 }, { status: 200 }])
  })
  expect(job.status).toBe('IN_PROGRESS')
  expect(textUnder(job, 'FINDINGS')[0]).toBe('Insert normal chest')
  expect(textUnder(job, 'FINDINGS')[1]).toMatch(/^Ada Byron, born/)
}, 90_000)
