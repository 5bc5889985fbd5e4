import { defaultHeadingId, noteCalls, type Section } from '@dictara/contract/notes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { aClinic, aJob, aNote, signedIn, type TestClinic, type TestJob } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let jobId: string

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
})
afterAll(() => server.close())
beforeEach(async () => {
  jobId = await aJob(server, clinic, { authorId: doctor.user.id, holderId: doctor.user.id })
  await aNote(server, clinic, jobId, [
    ['HISTORY', 'Chest pain for two days.'],
    ['PLAN', 'Rest.'],
  ])
})

const content = (value: string) => [{ value, type: 'Text' as const, newParagraph: false, count: 0 }]
const section = (id: string, heading: string, value: string, version?: number): Section => ({
  id,
  ...(version === undefined ? {} : { version }),
  heading: { customUIHeading: heading, systemHeading: 'NONE' },
  content: content(value),
})
const params = () => ({ id: jobId })
const read = async (who = doctor) =>
  (await who.ask<{ sections: Section[] }>(`GET /clinic/job/${jobId}/sections`)).result[0]!.sections
const save = (sections: Section[], more: object = {}, who = doctor) =>
  who.call(noteCalls.saveSections, { params: params(), body: { sections, ...more } })
const texts = async () =>
  (await read()).map(({ heading, content: [first] }) => `${heading.customUIHeading}: ${first?.value ?? ''}`)

describe('saving sections', () => {
  test('stores changed sections as new versions and leaves the others unchanged [EDIT-64]', async () => {
    const [history] = await read()
    const answer = await save([{ ...history!, content: content('Chest pain for three days.') }])
    expect(answer.result[0]!.sections).toMatchObject([{ id: history!.id, version: 2 }])
    expect(await texts()).toEqual(['HISTORY: Chest pain for three days.', 'PLAN: Rest.'])
    const { rows } = await server.owner.query(
      'select version from note_section_versions where section_id = $1 order by 1',
      [history!.id],
    )
    expect(rows).toEqual([{ version: 1 }, { version: 2 }])
  })

  test('of unchanged sections makes no new version', async () => {
    const sections = await read()
    const answer = await save(sections)
    expect(answer.result[0]!.sections.map(({ version }) => version)).toEqual([1, 1])
  })

  test('that contains a section twice is refused, and nothing is stored [Q180]', async () => {
    const refused = { status: 400, message: 'One section was sent twice in the same save. Nothing was saved.' }
    const [history] = await read()
    const before = await texts()
    expect(
      await save([
        { ...history!, content: content('One.') },
        { ...history!, content: content('Two.') },
      ]),
    ).toMatchObject(refused)
    expect(await save([history!, history!])).toMatchObject(refused)
    const temporaryId = `new-${newId()}`
    const made = [section(temporaryId, 'FAMILY', 'One.'), section(temporaryId, 'FAMILY', 'Two.')]
    expect(await save(made)).toMatchObject(refused)
    expect(await texts()).toEqual(before)
    // The same section under two ids, the editor’s temporary one and the server’s, is refused, too.
    const { id } = (await save([made[0]!])).result[0]!.newSectionsId[0]!
    expect(await save([section(temporaryId, 'FAMILY', 'Two.', 1), section(id, 'FAMILY', 'Three.', 1)])).toMatchObject(
      refused,
    )
    expect(await texts()).toEqual([...before, 'FAMILY: One.'])
  })

  test('with an invalid blank is refused and stores nothing; valid blanks come back unchanged [Q202]', async () => {
    const [history] = await read()
    const before = await texts()
    const whole = '<blank id="3f0c9c52-6d0e-4f0a-9b57-0d2f5a1c9e11" second="4.2" question="Dose &lt; 5?"/>'
    for (const broken of [
      '<blank>',
      '<blank id="1" second="4"/>',
      whole.replace('4.2', '-4'),
      whole.replace('second', 'onclick'),
      whole.replace('&lt;', '<'),
      `${whole}</blank>`,
    ])
      expect(await save([{ ...history!, content: content(broken) }])).toMatchObject({
        status: 400,
        message: 'A blank in this text can’t be read. Nothing was saved.',
      })
    expect(await texts()).toEqual(before)
    expect((await save([{ ...history!, content: content(`<b>Takes ${whole}</b> &lt;blank>`) }])).status).toBe(200)
    expect((await read())[0]!.content[0]!.value).toBe(`<b>Takes ${whole}</b> &lt;blank&gt;`)
  })

  test('based on an old version gets 409 with both texts, and nothing is stored', async () => {
    const [history, plan] = await read()
    await save([{ ...history!, content: content('Mine first.') }])
    const stale = await save([
      { ...history!, content: content('Too late.') },
      { ...plan!, content: content('Also changed.') },
    ])
    expect(stale).toMatchObject({ status: 409, code: 'note-changed' })
    expect(stale.result[0]!.conflicts).toMatchObject([
      { theirs: { content: content('Mine first.'), version: 2 }, mine: { content: content('Too late.') } },
    ])
    expect(await texts()).toEqual(['HISTORY: Mine first.', 'PLAN: Rest.'])
  })

  test('again after a lost answer has no further effect', async () => {
    const [history] = await read()
    const once = { ...history!, content: content('Sent twice.') }
    expect((await save([once])).status).toBe(200)
    expect((await save([once])).result[0]!.sections).toMatchObject([{ version: 2 }])
  })

  test('that arrives after a newer save of the same editor changes and deletes nothing', async () => {
    const [history, plan] = await read()
    const editorId = newId()
    const made = section(`new-${newId()}`, 'FAMILY', 'Newer.')
    expect((await save([made], { editorId, turn: 8 })).status).toBe(200)
    const late = await save([{ ...made, content: content('Older.') }], { editorId, turn: 7 })
    expect(late).toMatchObject({ status: 409, code: 'save-overtaken' })
    expect((await save([{ ...history!, content: content('Older.') }], { editorId, turn: 7 })).status).toBe(409)
    const remove = (turn: number) =>
      doctor.call(noteCalls.deleteSection, { params: { id: jobId, sectionId: plan!.id }, query: { editorId, turn } })
    expect((await remove(7)).status).toBe(409)
    expect(await texts()).toEqual(['HISTORY: Chest pain for two days.', 'PLAN: Rest.', 'FAMILY: Newer.'])
    expect((await remove(8)).status).toBe(200)
    // Each editor counts its own turns.
    expect(
      (await save([{ ...history!, content: content('By another.') }], { editorId: newId(), turn: 1 })).status,
    ).toBe(200)
  })

  test('eight times at the same time has one winner', async () => {
    const [history] = await read()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => save([{ ...history!, content: content(`Text ${i}`) }])),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
  })

  test('gives a new section an id, the same one for the same temporary id [EDIT-31]', async () => {
    const temporary = `new-${newId()}`
    const added = section(temporary, 'allergies', 'None known.')
    const first = await save([added])
    const [pair] = first.result[0]!.newSectionsId
    expect(pair!.temporaryId).toBe(temporary)
    const again = await save([{ ...added, content: content('None known to us.') }])
    expect(again.result[0]!.newSectionsId).toEqual([pair])
    expect(await texts()).toEqual(['HISTORY: Chest pain for two days.', 'PLAN: Rest.', 'ALLERGIES: None known to us.'])
  })

  test('sets the order of sections, and keeps sections that the order leaves out', async () => {
    const [history, plan] = await read()
    await save([], { sectionIds: [plan!.id, history!.id] })
    expect((await texts()).map((text) => text.split(':')[0])).toEqual(['PLAN', 'HISTORY'])
    await save([], { sectionIds: [history!.id] })
    expect((await texts()).map((text) => text.split(':')[0])).toEqual(['HISTORY', 'PLAN'])
  })

  test('puts headings in capitals and matches system headings in any case [EDIT-57]', async () => {
    const [history] = await read()
    await save([{ ...history!, heading: { customUIHeading: ' assessment ', systemHeading: 'NONE' } }])
    const [headings] = [(await doctor.call(noteCalls.listSectionHeadings, { params: params() })).result]
    const [first] = await read()
    expect(first!.heading.customUIHeading).toBe('ASSESSMENT')
    expect(headings).toContain(first!.heading.systemHeading)
    await save([{ ...first!, heading: { customUIHeading: 'My own words', systemHeading: 'NONE' } }])
    expect((await read())[0]!.heading).toEqual({ customUIHeading: 'MY OWN WORDS', systemHeading: 'NONE' })
  })

  test('keeps the four formats and shows every other tag as text [EDIT-56]', async () => {
    const [history] = await read()
    const value = '<b>Dose <i>5</b> mg</i> <script>alert(1)</script> <img src=x onerror=y> a &lt; b & c'
    await save([{ ...history!, content: content(value) }])
    expect((await read())[0]!.content[0]!.value).toBe(
      '<b>Dose <i>5</i></b><i> mg</i> &lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=y&gt; a &lt; b &amp; c',
    )
  })

  test('with unknown sections, unknown fields, wrong types or more than 2 MB is refused and changes nothing', async () => {
    const before = await texts()
    expect((await save([section(newId(), 'X', 'y', 1)])).status).toBe(404)
    expect((await save([{ ...section(`new-${newId()}`, 'X', 'y'), colour: 'red' } as never])).status).toBe(400)
    expect((await save([{ id: 7 } as never])).status).toBe(400)
    const long = {
      ...section(`new-${newId()}`, 'X', ''),
      content: Array.from({ length: 20 }, () => content('a'.repeat(150_000))[0]!),
    }
    expect((await save([long])).status).toBe(413)
    expect(await texts()).toEqual(before)
  })

  test('with too long a text is refused with a message that names the heading, and changes nothing [QA-101]', async () => {
    const before = await texts()
    const line = content('x')[0]!
    const answerTo = async (...sections: Section[]) => {
      const { status, message } = await save(sections)
      return { status, message }
    }
    const named = (heading: string, lines: (typeof line)[]) => ({
      ...section(`new-${newId()}`, heading, ''),
      content: lines,
    })
    expect(
      await answerTo(
        named(
          'PLAN',
          Array.from({ length: 6000 }, () => line),
        ),
      ),
    ).toEqual({
      status: 400,
      message: 'The section “PLAN” has more than 5,000 paragraphs. Split it into several sections.',
    })
    expect(await answerTo(named('', [{ ...line, value: 'a'.repeat(250_000) }]))).toEqual({
      status: 400,
      message: 'The section without a heading has a paragraph of more than 200,000 characters. Split it.',
    })
    expect(await answerTo(...Array.from({ length: 600 }, (_, index) => named(`H ${index}`, [line])))).toEqual({
      status: 400,
      message: 'A note may have at most 500 headings. Combine some sections.',
    })
    const long = Array.from({ length: 16 }, () => ({ ...line, value: 'a'.repeat(150_000) }))
    expect(await answerTo(named('X', long))).toEqual({
      status: 413,
      message: expect.stringMatching(/^This note is too long to save \(limit 2 MB\)/),
    })
    expect(await texts()).toEqual(before)
  })

  test('is for the present holder only, and anyone else sees a message', async () => {
    const admin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin', facilityIds: [clinic.facilityId] })
    const [history] = await read(admin)
    expect(await save([{ ...history!, content: content('Not mine.') }], {}, admin)).toMatchObject({
      status: 409,
      message: 'You’re no longer working on this job.',
    })
  })

  test('is refused while the facility is disabled', async () => {
    const [history] = await read()
    await server.owner.query('update facilities set is_enabled = false where id = $1', [clinic.facilityId])
    const refused = await save([{ ...history!, content: content('Waits.') }])
    await server.owner.query('update facilities set is_enabled = true where id = $1', [clinic.facilityId])
    expect(refused).toMatchObject({ status: 422, code: 'facility-disabled' })
  })
})

describe('a section', () => {
  test('can be deleted, except the last one [EDIT-10]', async () => {
    const [history, plan] = await read()
    const remove = (sectionId: string) =>
      doctor.call(noteCalls.deleteSection, { params: { id: jobId, sectionId }, query: {} })
    expect((await remove(plan!.id)).message).toBe('Section removed!')
    expect((await remove(plan!.id)).status).toBe(404)
    expect((await remove(history!.id)).status).toBe(422)
    expect(await texts()).toEqual(['HISTORY: Chest pain for two days.'])
    const late = await save([{ ...plan!, content: content('Gone meanwhile.') }])
    expect(late.result[0]!.conflicts).toMatchObject([{ theirs: null }])
  })

  test('with the default heading is created in an empty note, and cannot be deleted [EDIT-32]', async () => {
    const empty = await aJob(server, clinic, { authorId: doctor.user.id, holderId: doctor.user.id })
    const own = section(defaultHeadingId, '', 'First words.')
    const answer = await doctor.call(noteCalls.saveSections, { params: { id: empty }, body: { sections: [own] } })
    expect(answer.result[0]!.sections).toMatchObject([{ id: defaultHeadingId, version: 1 }])
    const refused = await doctor.call(noteCalls.deleteSection, {
      params: { id: empty, sectionId: defaultHeadingId },
      query: {},
    })
    expect(refused.status).toBe(422)
  })
})

test('reconvert restores the text of the conversion as new versions [EDIT-42, EDIT-70]', async () => {
  const [history, plan] = await read()
  await save([{ ...history!, content: content('Edited.') }, section(`new-${newId()}`, 'EXTRA', 'More.')])
  await doctor.call(noteCalls.deleteSection, { params: { id: jobId, sectionId: plan!.id }, query: {} })
  expect((await doctor.ask(`POST /clinic/job/reconvertJob?job-id=${jobId}`)).status).toBe(200)
  expect(await texts()).toEqual(['HISTORY: Chest pain for two days.', 'PLAN: Rest.'])
  expect((await read())[0]!.version).toBe(3)
})

test('a section counts as saved only when its words match a stored version, current or older', async () => {
  const [history, plan] = await read()
  await save([{ ...history!, content: content('Chest pain <strong>since</strong> Monday.') }])
  const asked = [
    { ...history!, content: content('Chest pain for two days.') },
    { ...section(`new-${newId()}`, 'history', 'Chest pain <b>since</b> Monday.') },
    { ...plan!, content: content('Rest') },
    { ...plan!, heading: { customUIHeading: 'PLANS', systemHeading: 'NONE' } },
  ]
  const { result } = await doctor.call(noteCalls.findSavedSections, { params: params(), body: { sections: asked } })
  expect(result[0]!.ids).toEqual([asked[0]!.id, asked[1]!.id])
  const stranger = await signedIn(server, clinic.clinicId, { facilityIds: [] })
  const refused = await stranger.call(noteCalls.findSavedSections, { params: params(), body: { sections: asked } })
  expect(refused.status).toBe(404)
})

test('the holder’s playback position is stored and returned with the sections, job, templates and last change [EDIT-33]', async () => {
  await doctor.call(noteCalls.saveAudioTime, { params: params(), query: { audioTime: 12.5 } })
  const [note] = (await doctor.call(noteCalls.getSections, { params: params() })).result
  expect(note).toEqual({
    id: jobId,
    sections: await read(),
    audioTime: 12.5,
    lastUpdatedTime: expect.any(String),
    jobName: expect.stringMatching(/^\d{6}$/),
    templates: [],
  })
})

test('demographics and print information contain the patient and the author [EDIT-34, EDIT-62]', async () => {
  const { result } = await doctor.ask<{ key: string; value: string }>(`GET /clinic/job/${jobId}/demographics`)
  expect(Object.fromEntries(result.map(({ key, value }) => [key, value]))).toMatchObject({
    NAME: 'Ada Byron',
    GENDER: 'Female',
    'DATE OF BIRTH': '02/03/1961',
    'NOTE AUTHOR': 'Pat Doe',
  })
  const [info] = (await doctor.call(noteCalls.getPrintInfo, { query: { jobId } })).result
  expect(info).toMatchObject({ author: 'Pat Doe', patientId: clinic.patientId })
})

test('a transcriptionist sees only the patient’s name for a job in the pool, and the other facts while holding it [EDIT-34]', async () => {
  const typist = await signedIn(server, clinic.clinicId, {
    userType: 'transcriptionist',
    facilityIds: [clinic.facilityId],
  })
  const factsFor = async (facts: Partial<TestJob>) => {
    const id = await aJob(server, clinic, { authorId: doctor.user.id, ...facts })
    const { result } = await typist.call(noteCalls.getDemographics, { params: { id } })
    return Object.fromEntries(result.map(({ key, value }) => [key, value]))
  }
  const pooled = await factsFor({ status: 'AVAILABLE' })
  expect(pooled).toMatchObject({ NAME: 'Ada Byron', 'NOTE AUTHOR': 'Pat Doe' })
  const hidden = { MRN: '', 'ROOM/BED': '', 'DATE OF ADMISSION': '', GENDER: '', 'DATE OF BIRTH': '' }
  expect(pooled).toMatchObject(hidden)
  const held = await factsFor({ holderId: typist.user.id })
  expect(held).toMatchObject({ GENDER: 'Female', 'DATE OF BIRTH': '02/03/1961', MRN: expect.stringMatching(/./) })
})

test('an ambiguous word comes with its other readings, whatever is saved later [Q209, Q210]', async () => {
  const said = 'Negative for colon cancer, two fifty mg.'
  const token = (text: string, wordIndexes: number[], unsure?: readonly string[]) => ({
    text,
    from: said.indexOf(text),
    to: said.indexOf(text) + text.length,
    wordIndexes,
    ...(unsure && { unsure }),
  })
  const tokens = [
    token('Negative', [0]),
    token('colon', [2], [':', '\n\n']),
    token('cancer', [3], []),
    token('two fifty', [5, 6], ['250', '2.50']),
  ]
  const heading = { customUIHeading: 'HISTORY', systemHeading: 'NONE' }
  const actor = { clinicId: clinic.clinicId, userId: doctor.user.id, sessionId: newId() } as never
  await server.doors.inClinic(actor, (work) =>
    work.record('conversion.written', { jobId, sections: [{ heading, content: content(said), tokens }] }),
  )
  const words = async () => (await doctor.call(noteCalls.listWords, { params: params() })).tokens
  const [written] = await read()
  const carried = tokens.map((one) => ({ ...one, sectionId: written!.id }))
  expect(await words()).toEqual(carried)
  await save([{ ...written!, content: content('Negative for: cancer, 250 mg.') }])
  expect(await words()).toEqual(carried)
})

test('characters that PostgreSQL cannot store are refused with a readable message', async () => {
  const [history] = await read()
  for (const bad of ['half a pair \ud83d', 'a NUL \u0000'])
    expect(await save([{ ...history!, content: content(bad) }])).toMatchObject({
      status: 400,
      message: 'This contains characters that can’t be stored.',
    })
  expect((await save([{ ...history!, content: content('a whole pair 😀') }])).status).toBe(200)
  expect(await save([], { audioTime: 1e39 })).toMatchObject({ status: 400 })
})
