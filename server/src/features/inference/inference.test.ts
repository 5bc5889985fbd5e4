import { inferenceCalls as calls, type InferenceItem, type NoteInference } from '@dictara/contract/inference'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, aJob, aNote, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
let doctor: TestClient

beforeAll(async () => {
  server = await startTestServer({ tasks: ['infer-note'] })
  clinic = await aClinic(server)
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
})
afterAll(() => server.close())

/** A job that the doctor works on, with a note; its id and those of the sections. */
async function aJobWith(...sections: (readonly [heading: string, text: string])[]) {
  const id = await aJob(server, clinic, { authorId: doctor.user.id, holderId: doctor.user.id })
  return { id, sectionIds: await aNote(server, clinic, id, sections) }
}
/** The inference of a job once its present text was read. */
async function inferred(id: string, who = doctor): Promise<NoteInference> {
  for (;;) {
    const { status, message, result } = await who.call(calls.getNoteInference, { params: { id } })
    expect(status, message).toBe(200)
    if (result[0]!.isCurrent) return result[0]!
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const itemIn = (items: readonly InferenceItem[], key: string) => items.find((item) => item.key === key)

test('a note is read in the background once somebody looks, and each value has the words it stands on [INFR-01]', async () => {
  const text = 'Lisinopril 10 mg by mouth once daily.'
  const { id, sectionIds } = await aJobWith(['MEDICATIONS', text])
  const first = await doctor.call(calls.getNoteInference, { params: { id } })
  expect(first.result[0]).toMatchObject({ isCurrent: false, inferredAt: null, engine: null })
  const { sections, engine, dropped } = await inferred(id)
  expect({ engine, dropped }).toEqual({ engine: 'Rules', dropped: 0 })
  expect(sections[0]).toMatchObject({ sectionId: sectionIds[0], heading: 'MEDICATIONS' })
  expect(itemIn(sections[0]!.items, 'Medications')).toMatchObject({
    value: [
      { Drug: 'Lisinopril', Dose: '10 mg', Route: 'Oral', Frequency: 'once daily', 'Start Date': '', 'End Date': '' },
    ],
    annotations: [{ startIndex: 0, endIndex: text.length - 1 }],
    annotation: [text.slice(0, -1)],
    edited: false,
  })
})

test('what a person enters stays until they allow it to be overwritten [INFR-25]', async () => {
  const { id, sectionIds } = await aJobWith(['PLAN', 'Follow up with cardiology in 2 weeks.'])
  await inferred(id)
  const params = { id, sectionId: sectionIds[0]! }
  const edited = await doctor.call(calls.editInference, {
    params,
    body: { key: 'Follow-up', value: ['Cardiology in May'], edited: true },
  })
  expect(edited.status, edited.message).toBe(200)
  expect(itemIn(edited.result, 'Follow-up')).toMatchObject({ value: ['Cardiology in May'], edited: true })
  const given = await doctor.call(calls.allowOverwrite, { params, body: { key: 'Follow-up' } })
  expect(itemIn(given.result, 'Follow-up')).toMatchObject({ value: ['Cardiology in 2 weeks'], edited: false })
})
