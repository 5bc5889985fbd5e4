import { jobCalls } from '@dictara/contract/jobs'
import { noteCalls, type Section } from '@dictara/contract/notes'
import { phraseCalls } from '@dictara/contract/phrases'
import { blanksOf, notePlainText } from '@dictara/dictation/note-text'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { aClinic, aJob, aPatient, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { noteOfWords } from '../conversion/index.ts'
import { findJob, finishConversion } from '../jobs/index.ts'

let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let typist: TestClient
/** The patients Amara, Chloe and Dario, whose record numbers are HS10001, HS10047 and HS10099. */
let [amara, chloe, dario] = ['', '', '']
let jobId = ''

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  const join = (more: object) => signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId], ...more })
  doctor = await join({})
  typist = await join({ userType: 'transcriptionist' })
  const person = async (firstName: string, lastName: string, mrn: string, birth: string, bed: string | null) => {
    const id = await aPatient(server, clinic.clinicId, clinic.facilityId, { firstName, lastName })
    await server.owner.query(
      'update patients set medical_record_number = $2, birth_date = $3, bed_id = $4 where id = $1',
      [id, mrn, birth, bed],
    )
    return id
  }
  amara = await person('Amara', 'Diallo', 'HS10001', '1980-05-03', '12B')
  chloe = await person('Chloe', 'Bauer', 'HS10047', '1990-11-21', null)
  dario = await person('Dario', 'Conti', 'HS10099', '1971-01-02', '4A')
  const phrase = async (key: string, text: string, targetEndPoint: string) => {
    const body = { key, phrase: text, active: true, dynamic: true, targetEndPoint }
    expect(await doctor.call(phraseCalls.createPhrase, { body })).toMatchObject({ status: 200 })
  }
  await phrase('known patient', 'Known patient {{First Name}} with MRN {{MRN}}, room {{Room/Bed}}.', 'PATIENT')
  await phrase('visit line', 'Seen on {{Date of Encounter}} at {{Facility}}.', 'ENCOUNTER')
})
afterAll(() => server.close())

/** Writes a note from recognised words, as the conversion does. */
async function dictate(text: string, more: object = {}) {
  jobId = await aJob(server, clinic, {
    authorId: doctor.user.id,
    patientId: amara,
    status: 'CONVERTING',
    workType: 'Progress Note',
    ...more,
  })
  const words = text.split(' ').map((word, at) => ({ word, start: at, end: at + 0.9, confidence: 1 }))
  await server.doors.asSystem(
    'test',
    async (work) => {
      const { sections, insertions, filled } = await noteOfWords(work, (await findJob(work, jobId))!, words)
      await work.record('conversion.written', { jobId, sections, insertions, filled })
      await finishConversion(work, jobId, { audioMs: 1000, notices: [] })
    },
    clinic.clinicId,
  )
}
beforeEach(() => dictate('findings colon insert known patient'))

const params = () => ({ id: jobId })
const read = async (): Promise<Section[]> =>
  (await doctor.call(noteCalls.getSections, { params: params() })).result[0]!.sections
const text = async () => notePlainText(await read()).replace(/^FINDINGS\n/, '')
const correct = async (patientId: string) => {
  const answer = await doctor.call(jobCalls.changePatient, { params: params(), query: {}, body: { patientId } })
  expect(answer, answer.message).toMatchObject({ status: 200 })
}
const retyped = (section: Section, change: (value: string) => string): Section => ({
  ...section,
  content: section.content.map((entry) => ({ ...entry, value: change(entry.value) })),
})
const save = (sections: Section[], more: object = {}) =>
  doctor.call(noteCalls.saveSections, { params: params(), body: { sections, ...more } })
/** Saves the first section with its current text changed. */
const edit = async (change: (value: string) => string, more: object = {}) => {
  const answer = await save([retyped((await read())[0]!, change)], more)
  expect(answer, answer.message).toMatchObject({ status: 200 })
  return answer.result[0]!
}
const questions = async () => blanksOf(await read()).map(({ question }) => question)
const reconvert = () => doctor.call(jobCalls.reconvert, { query: { jobId } })
const complete = (more: object = {}) => doctor.call(jobCalls.completeOwn, { query: { jobId }, body: more })

describe('a phrase filled in for a patient who is then corrected', () => {
  test('names the corrected patient, also after Reconvert [Q185]', async () => {
    expect(await text()).toBe('Known patient Amara with MRN HS10001, room 12B.')
    await correct(chloe)
    const filled = 'Known patient Chloe with MRN HS10047, room ____.'
    expect(await text()).toBe(filled)
    expect(await questions()).toEqual(['Room/Bed'])
    await edit(() => 'All typed anew.')
    expect(await reconvert()).toMatchObject({ status: 200 })
    expect(await text()).toBe(filled)
    const { rows } = await server.owner.query(
      "select detail, user_id from audit_events where job_id = $1 and event = 'note.filledAnew' order by id",
      [jobId],
    )
    expect(rows).toEqual(Array(2).fill({ user_id: doctor.user.id, detail: { filled: 2, asked: 1 } }))
  })

  test('is updated within text that people wrote around it, which stays', async () => {
    await edit(() => '<b>The patient, Amara</b> (MRN: HS10001), lies in room 12B and is known here. He walks.')
    await correct(dario)
    const [first] = await read()
    expect(first!.content[0]!.value).toBe(
      '<b>The patient, Dario</b> (MRN: HS10099), lies in room 4A and is known here. He walks.',
    )
  })

  test('becomes a question where a person had changed the value, with that value unless it names the former patient', async () => {
    await edit((value) => `${value.replace('12B', '13').replace('Amara', 'Amara-Lou')} Coughs.`)
    await correct(dario)
    expect(await text()).toBe('Known patient ____ with MRN HS10099, room ____. Coughs.')
    expect(await questions()).toEqual(['First Name', 'Room/Bed (it read “13”)'])
    await correct(chloe)
    // The question stays unanswered: only a person can decide about text that a person had changed.
    expect(await text()).toBe('Known patient ____ with MRN HS10047, room ____. Coughs.')
  })

  test('becomes a question where a person had moved it, but not after undoing its removal', async () => {
    await edit((value) => value.replace(' with MRN HS10001', ''))
    await edit((value) => `${value} Number HS10001 as above.`)
    await edit((value) => value.replace(', room 12B', ''))
    await edit((value) => value.replace('Amara', 'Amara, room 12B'))
    await correct(dario)
    expect(await text()).toBe('Known patient Dario, room 4A. Number ____ as above.')
    expect(await questions()).toEqual(['MRN'])
  })

  test('asks again for a value that a person entered for the former patient', async () => {
    await correct(chloe)
    await edit((value) => value.replace(/<blank [^>]*>/, '7'))
    await correct(dario)
    expect(await text()).toBe('Known patient Dario with MRN HS10099, room ____.')
    expect(await questions()).toEqual(['Room/Bed (it read “7”)'])
  })

  test.each([
    ['the first one again', () => [chloe, amara], 'Known patient Amara with MRN HS10001, room 12B.'],
    ['a third one', () => [chloe, dario], 'Known patient Dario with MRN HS10099, room 4A.'],
    ['the current one', () => [amara], 'Known patient Amara with MRN HS10001, room 12B.'],
  ])('is filled in for the last patient chosen: %s', async (_, patients, expected) => {
    for (const patient of patients()) await correct(patient)
    expect(await text()).toBe(expected)
  })

  test('stays unchanged when the correction is refused', async () => {
    const elsewhere = { params: params(), query: {}, body: { patientId: newId() } }
    expect((await doctor.call(jobCalls.changePatient, elsewhere)).status).toBe(422)
    expect(await text()).toBe('Known patient Amara with MRN HS10001, room 12B.')
    const { rows } = await server.owner.query('select 1 from note_former_values where job_id = $1', [jobId])
    expect(rows).toEqual([])
  })

  test('follows changes of the date of encounter and the facility as well', async () => {
    await dictate('findings colon insert visit line')
    expect(await text()).toMatch(/^Seen on ____ at .+\.$/)
    const set = (encounterDate: string) =>
      doctor.call(jobCalls.setEncounterDate, { params: params(), query: { encounterDate } })
    expect(await set('2026-01-05')).toMatchObject({ status: 200 })
    expect(await text()).toMatch(/^Seen on 01\/05\/2026 at .+\.$/)
    expect(await set('2026-01-06')).toMatchObject({ status: 200 })
    expect(await text()).toMatch(/^Seen on 01\/06\/2026 at .+\.$/)
    await server.owner.query("update facilities set name = 'Valley House' where id = $1", [clinic.facilityId])
    expect(await reconvert()).toMatchObject({ status: 200 })
    expect(await text()).toBe('Seen on 01/06/2026 at Valley House.')
  })

  test('does not return through Release: the text from the start of the stint is updated too', async () => {
    await server.owner.query("update jobs set status = 'AVAILABLE', holder_id = null where id = $1", [jobId])
    const start = await typist.call(jobCalls.startTranscription, { params: params() })
    expect(start, start.message).toMatchObject({ status: 200 })
    await correct(dario)
    expect(await typist.call(jobCalls.releaseJob, { params: params() })).toMatchObject({ status: 200 })
    expect(await text()).toBe('Known patient Dario with MRN HS10099, room 4A.')
  })

  test.each(['AVAILABLE', 'READY', 'IN_REVIEW', 'INCOMPLETE'] as const)(
    'is updated while a job is %s',
    async (status) => {
      await server.owner.query('update jobs set status = $2, fail_stage = $3 where id = $1', [
        jobId,
        status,
        status === 'INCOMPLETE' ? 'EHR_WRITE' : null,
      ])
      await correct(dario)
      expect(await text()).toBe('Known patient Dario with MRN HS10099, room 4A.')
    },
  )
})

describe('an editor that was open while the patient was corrected', () => {
  test('sees both texts, and neither brings the former patient back', async () => {
    const [open] = await read()
    await correct(dario)
    const mine = retyped(open!, (value) => `${value} Coughs.`)
    const answer = await save([mine])
    expect(answer).toMatchObject({ status: 409, code: 'note-changed' })
    const { conflicts } = answer.result[0] as unknown as { conflicts: { theirs: Section }[] }
    const kept = await save([{ ...mine, version: conflicts[0]!.theirs.version! }])
    expect(kept).toMatchObject({ status: 200 })
    const filled = 'Known patient Dario with MRN HS10099, room 4A. Coughs.'
    expect(notePlainText(kept.result[0]!.sections)).toBe(`FINDINGS\n${filled}`)
    expect(await text()).toBe(filled)
  })

  test('that inserts a phrase for the former patient has it filled in for the new patient', async () => {
    await correct(dario)
    const fields = [
      { id: newId(), name: 'First Name', value: 'Amara', second: 1, before: 'Name: ', after: '.' },
      { id: newId(), name: 'Room/Bed', value: '12B', second: 1, before: 'Room: ', after: '.' },
    ]
    const insertions = [{ id: newId(), phraseId: null, letters: 12, fields }]
    const saved = await edit((value) => `${value} Name: Amara. Room: 12B.`, { insertions })
    expect(saved.sections[0]!.content[0]!.value).toContain('Name: Dario. Room: 4A.')
    await correct(chloe)
    expect(await text()).toBe('Known patient Chloe with MRN HS10047, room ____. Name: Chloe. Room: ____.')
  })

  test('keeps a room that a person typed, even when the former patient had the same one', async () => {
    await correct(chloe)
    await edit((value) => value.replace(/<blank [^>]*>/, '12B'))
    expect(await text()).toBe('Known patient Chloe with MRN HS10047, room 12B.')
  })
})

test.each(['constructor', 'toString', '__proto__', 'Allergies'])(
  'a save with an unknown field %s is refused and stores nothing, and the patient can still be corrected',
  async (name) => {
    const field = { id: newId(), name, value: 'so', second: 1, before: 'and ', after: '.' }
    const insertions = [{ id: newId(), phraseId: null, letters: 2, fields: [field] }]
    const [open] = await read()
    const answer = await save([retyped(open!, (value) => `${value} and so.`)], { insertions })
    expect(answer).toMatchObject({ status: 400, code: 'invalid' })
    expect(await text()).toBe('Known patient Amara with MRN HS10001, room 12B.')
    // An older version may have stored such a field.
    const stored = JSON.stringify([{ ...field, patientId: amara, place: [0, 5] }])
    await server.owner.query('update note_section_versions set filled = filled || $2::jsonb where job_id = $1', [
      jobId,
      stored,
    ])
    await correct(dario)
    expect(await text()).toBe('____ patient Dario with MRN HS10099, room 4A.')
  },
)

describe('Complete', () => {
  const typed = 'Amara, born May 3rd, 1980 or 5/3/80 or 1980-05-03, MRN hs10001. DIALLO, Amara’s room. Amaranth.'
  const named = ['Amara', 'May 3rd, 1980', '5/3/80', '1980-05-03', 'hs10001', 'DIALLO, Amara']

  test('lists every place that still names the former patient, and succeeds once each is confirmed [Q185]', async () => {
    await correct(chloe)
    await edit(() => typed)
    const answer = await complete()
    expect(answer).toMatchObject({ status: 422, code: 'former-patient-named' })
    const places = answer.result as unknown as { field: string; place: { quote: string; sectionId: string } }[]
    expect(places.map(({ place }) => place.quote)).toEqual(named)
    expect((await complete({ formerNames: named.slice(1) })).status).toBe(422)
    const done = await complete({ formerNames: named })
    expect(done, done.message).toMatchObject({ status: 200 })
  })

  test('lists every patient from whom the job was moved, except the one it was moved back to', async () => {
    await correct(chloe)
    await correct(dario)
    await correct(amara)
    await edit(() => 'Amara Diallo, HS10001, was taken for Chloe Bauer and for D. Conti, 02.01.1971.')
    const { result } = await complete()
    expect((result as unknown as { place: { quote: string } }[]).map(({ place }) => place.quote)).toEqual([
      'Chloe Bauer',
      'Conti',
      '02.01.1971',
    ])
  })

  test('lists nothing in a note whose patient was never corrected', async () => {
    await edit(() => typed)
    expect(await complete()).toMatchObject({ status: 200 })
  })

  test('lists them also when it comes together with the last save, which then stores nothing', async () => {
    await correct(dario)
    const [section] = await read()
    const finish = { save: { sections: [retyped(section!, () => 'Seen with Amara.')] }, patientId: dario }
    const answer = await doctor.call(noteCalls.finishNote, {
      params: params(),
      body: { ...finish, next: 'TRANSCRIPTION' },
    })
    expect(answer).toMatchObject({ status: 422, code: 'former-patient-named' })
    expect(await text()).toBe('Known patient Dario with MRN HS10099, room 4A.')
  })

  test('of a note with failed filing requires the blanks left by the correction, and so does Resubmit', async () => {
    await server.owner.query("update jobs set status = 'INCOMPLETE', fail_stage = 'EHR_WRITE' where id = $1", [jobId])
    await correct(chloe)
    expect(await doctor.call(jobCalls.retryJobs, { query: { jobIds: [jobId] } })).toMatchObject({
      status: 422,
      code: 'blanks-unanswered',
    })
    const blanks = blanksOf(await read()).map(({ id }) => id)
    expect(await complete({ blanks })).toMatchObject({ status: 200 })
  })
})

describe('a date of encounter', () => {
  const formerFields = async () => {
    const { rows } = await server.owner.query<{ field: string }>(
      'select field from note_former_values where job_id = $1 order by field',
      [jobId],
    )
    return rows.map(({ field }) => field)
  }
  const set = async (encounterDate: string) => {
    const answer = await doctor.call(jobCalls.setEncounterDate, { params: params(), query: { encounterDate } })
    expect(answer, answer.message).toMatchObject({ status: 200 })
  }

  test('keeps no former value when set first, and only its own former value when changed', async () => {
    await set('2026-01-05')
    expect(await formerFields()).toEqual([])
    await set('2026-01-06')
    expect(await formerFields()).toEqual(['Date of Encounter'])
    await correct(chloe)
    expect(await formerFields()).toEqual([
      'Age',
      'Date of Birth',
      'Date of Encounter',
      'First Name',
      'Last Name',
      'MRN',
      'Patient Name',
      'Room/Bed',
    ])
  })
})

test('Resubmit does not require blanks confirmed at Complete, unless the patient was corrected since', async () => {
  const fail = () =>
    server.owner.query("update jobs set status = 'INCOMPLETE', fail_stage = 'EHR_WRITE' where id = $1", [jobId])
  const resubmit = () => doctor.call(jobCalls.retryJobs, { query: { jobIds: [jobId] } })
  await correct(chloe)
  const blanks = blanksOf(await read()).map(({ id }) => id)
  expect(await complete({ blanks })).toMatchObject({ status: 200 })
  await fail()
  expect(await resubmit()).toMatchObject({ status: 200 })
  await fail()
  await correct(dario)
  await correct(chloe)
  expect(await resubmit()).toMatchObject({ status: 422, code: 'blanks-unanswered' })
})
