import { mailCalls } from '@dictara/contract/mail'
import type { Import } from '@dictara/contract/imports'
import { mostPeople, peopleColumns, peopleImportCalls } from '@dictara/contract/people-import'
import { peopleCalls, type Person } from '@dictara/contract/people'
import { signUpCalls } from '@dictara/contract/sign-up'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { aClinic, aFacility, aPerson, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { callAnonymously, type TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { importerOf, readCsv } from '../imports/index.ts'
import { peopleKind } from './import-people.ts'

let server: TestServer
let clinic: TestClinic
let other: TestClinic
let annex: string
let clinicAdmin: TestClient
let admin: TestClient

beforeAll(async () => {
  server = await startTestServer({ tasks: true })
  clinic = await aClinic(server)
  other = await aClinic(server, 'Other Clinic')
  annex = await aFacility(server, clinic.clinicId, { name: 'Annex' })
  const here = { facilityIds: [clinic.facilityId] }
  clinicAdmin = await signedIn(server, clinic.clinicId, { ...here, userType: 'clinicAdmin' })
  admin = await signedIn(server, clinic.clinicId, { ...here, userType: 'admin' })
})
afterAll(() => server.close())

const kind = peopleKind(async () => null)
const read = (text: string | Buffer) => readCsv(Buffer.from(text), kind.columns)
const head = peopleColumns.join(',')
const path = '/clinic/people/import'
const preview = (text: string | Buffer, who = clinicAdmin) =>
  who.ask<Import>(`POST ${path}`, { fileName: 'people.csv', content: Buffer.from(text).toString('base64') })
const previewed = async (text: string | Buffer, who = clinicAdmin) => (await preview(text, who)).result[0]!
const start = (id: string, who = clinicAdmin) => who.ask<Import>(`POST ${path}/start`, { id })
const present = async (who = clinicAdmin) => (await who.ask<Import>(`GET ${path}?rows=true`)).result[0]!
async function done(who = clinicAdmin) {
  for (;;) {
    const found = await present(who)
    if (found.state === 'DONE') return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const mail = () => `${newId()}@example.org`
const biller = (email: string, more = '') => `Bea,Hart,${email},Biller,202 555 0100,,,${more}`
const outcomes = ({ rows }: Import) => rows.map(({ line, outcome, why }) => [line, outcome, why])
const found = async (email: string) =>
  (await clinicAdmin.call(peopleCalls.listBillers, { query: { name: email } })).result

describe('a preview', () => {
  test('shows the outcome of each line with every reason against it, and adds nobody', async () => {
    const here = await aPerson(server, clinic.clinicId, {
      userType: 'biller',
      firstName: 'Bo',
      lastName: 'Ek',
      facilityIds: [clinic.facilityId],
    })
    const [twice, fresh] = [mail(), mail()]
    const text = [
      head,
      `Dana,Okafor,${fresh},doctor,+44 20 7946 0000,1999999990,2/3/1980,Hill Clinic Main | annex`,
      biller(here.email.toUpperCase()),
      biller(twice),
      biller(twice.toUpperCase()),
      `=1+1,R2D2,nobody,Nurse,12,,,Nowhere`,
      `Ada,Byron,${mail()},Doctor,202 555 0100,,2999-01-01,`,
      `Ada,Byron,${mail()},Admin,202 555 0100,,,`,
      `Ada,Byron,${mail()},Biller,202 555 0100,,,,too,much`,
    ].join('\n')
    const result = await previewed(text)
    expect(outcomes(result)).toEqual([
      [2, 'ADD', ''],
      [3, 'HERE', 'Bo Ek already has this account, as biller.'],
      [4, 'ADD', ''],
      [5, 'CANNOT', 'Line 4 has the same email.'],
      [
        6,
        'CANNOT',
        'First Name looks like a formula. · “Nurse” isn’t a role. Use Doctor, Reviewer, Transcriptionist, Biller or Admin. · Please enter only alphabets · Please enter valid email · Please enter a valid phone number. · You have no facility called “Nowhere”.',
      ],
      [7, 'CANNOT', 'NPI number is required · The date of birth can’t be in the future.'],
      [8, 'CANNOT', 'Facility is required'],
      [9, 'CANNOT', 'This line has more cells than the first one. Check its quotes and commas.'],
    ])
    expect(result).toMatchObject({ state: 'PREVIEW', toAdd: 2, counts: { ADD: 2, HERE: 1, CANNOT: 5, ADDED: 0 } })
    expect(await found(twice)).toEqual([])
  })

  test('does not reveal whether an email belongs to another clinic or to people out of reach', async () => {
    const foreign = await aPerson(server, other.clinicId, { userType: 'biller', facilityIds: [other.facilityId] })
    const atAnnex = await aPerson(server, clinic.clinicId, { userType: 'biller', facilityIds: [annex] })
    const text = [head, biller(foreign.email), biller(atAnnex.email), biller(mail())].join('\n')
    expect(outcomes(await previewed(text, admin)).map(([, ...what]) => what)).toEqual([
      ['ADD', ''],
      ['ADD', ''],
      ['ADD', ''],
    ])
  })

  test('for an admin knows only the facilities that the admin is linked to', async () => {
    const text = [head, biller(mail(), 'Annex'), biller(mail(), 'Hill Clinic Main')].join('\n')
    expect(outcomes(await previewed(text, admin))).toEqual([
      [2, 'CANNOT', 'You have no facility called “Annex”.'],
      [3, 'ADD', ''],
    ])
    expect((await previewed(text)).counts.ADD).toBe(2)
  })

  test('of five thousand lines with every mistake lists each of them', async () => {
    const line = '=1+1,R2D2,nobody,Nurse,12,1,2999-01-01,Nowhere'
    const result = await previewed([head, ...Array.from({ length: mostPeople }, () => line)].join('\r\n'))
    expect(result.counts).toEqual({ ADD: 0, HERE: 0, CANNOT: 5_000, ADDED: 0 })
    expect(result.rows.at(-1)!.why).toContain('Line 2 has the same email.')
  })

  test.each([
    ['a workbook', Buffer.from([0x50, 0x4b, 3, 4, 1]), 'import-workbook'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]), 'import-not-text'],
    ['nothing', '', 'import-empty'],
    ['column names only', head, 'import-empty'],
    ['no email column', 'First Name,Last Name\nA,B', 'import-column-missing'],
    ['a duplicate column', `${head},Email\n`, 'import-column-twice'],
    ['an open quote', `${head}\n"A,B,c@example.org`, 'import-broken'],
    ['5,001 people', `${head}\n${'A,B\n'.repeat(5_001)}`, 'import-too-many'],
  ])('of a file with %s is refused with a readable message', async (_what, text, code) => {
    expect(await preview(text)).toMatchObject({ status: 422, code, message: expect.stringMatching(/\.$/) })
  })

  test('of a file that is too large is refused with a readable message', async () => {
    expect(await preview('x'.repeat(4_000_001))).toMatchObject({ status: 413, code: 'import-too-large' })
  })
})

describe('an import', () => {
  test('adds and invites all valid people, explains the others, and runs once however often it is started', async () => {
    const [email, taken] = [mail(), await aPerson(server, other.clinicId, { userType: 'biller' })]
    const text = [
      head,
      biller(email, 'Hill Clinic Main'),
      biller(taken.email),
      `Tess,Novak,${mail()},Transcriptionist,+49 30 123456,,,Annex`,
      `Alma,Hart,${mail()},Admin,202 555 0100,,,Annex|Hill Clinic Main`,
    ].join('\n')
    const { id } = await previewed(text)
    const answers = await Promise.all([start(id), start(id), start(id)])
    for (const answer of answers) expect(answer.status).toBe(200)
    const result = await done()
    expect(outcomes(result)).toEqual([
      [2, 'ADDED', ''],
      [3, 'CANNOT', 'Someone with this email already has an account.'],
      [4, 'ADDED', ''],
      [5, 'ADDED', ''],
    ])
    expect((await start(id)).status).toBe(200)
    expect(await found(email)).toMatchObject([{ userType: 'biller', invited: true, facilityIds: [clinic.facilityId] }])
    const [typist] = (await clinicAdmin.ask<Person>('GET /clinic/reviewer?name=Tess')).result
    expect(typist).toMatchObject({
      userType: 'transcriptionist',
      phoneNumber: { countryCode: '+49', number: '30 123456' },
    })
    const mails = async () => (await clinicAdmin.call(mailCalls.listMails, { query: { size: 100 } })).result
    while ((await mails()).every(({ to }) => to !== email)) await new Promise((resolve) => setTimeout(resolve, 50))
    const events = await server.owner.query("select from audit_events where event = 'people.imported'")
    expect(events.rows).toHaveLength(1)
  })

  test('sends its mails after password-reset mails and invitations by hand', async () => {
    const emails = [mail(), mail()]
    const { id } = await previewed([head, ...emails.map((email) => biller(email))].join('\n'))
    await start(id)
    await done()
    const imported = (await Promise.all(emails.map(found))).flat()
    const byHand = { firstName: 'Ann', lastName: 'Lee', email: mail(), facilityIds: [] }
    const phoneNumber = { countryCode: '+1', number: '5550100' }
    const [invited] = (await clinicAdmin.ask<Person>('POST /clinic/biller', { ...byHand, phoneNumber })).result
    const account = await aPerson(server, clinic.clinicId)
    await callAnonymously(server.url, signUpCalls.forgotPassword, { query: { email: account.email } })
    const order = async () => {
      const { rows } = await server.owner.query<{ who: string; priority: number }>(
        "select data->>'userId' as who, priority from pgboss.job where name = 'send-mail'",
      )
      return [account.id, invited!.id, ...imported.map((person) => person.id)].map(
        (who) => rows.find((row) => row.who === who)?.priority,
      )
    }
    await expect.poll(order, { timeout: 20_000 }).toEqual([2, 1, 0, 0])
  })

  test('cannot be started from a replaced preview or by another person', async () => {
    const { id } = await previewed([head, biller(mail())].join('\n'))
    expect(await start(id, admin)).toMatchObject({ status: 409, code: 'import-gone' })
    await previewed([head, biller(mail())].join('\n'))
    expect(await start(id)).toMatchObject({ status: 409, code: 'import-gone' })
  })

  test('adds nobody after the person who started it is disabled', async () => {
    const leaving = await signedIn(server, clinic.clinicId, { userType: 'admin', facilityIds: [clinic.facilityId] })
    const email = mail()
    const { id } = await previewed([head, biller(email)].join('\n'), leaving)
    // Disable the person and start the import before its task runs.
    await server.owner.query('update users set is_enabled = false where id = $1', [leaving.user.id])
    await server.owner.query("update imports set state = 'RUNNING' where id = $1", [id])
    const actor = { ...leaving.user, userId: leaving.user.id, clinicId: clinic.clinicId, facilityIds: [], ip: '' }
    const run = { signal: AbortSignal.timeout(10_000), id: 'run', attempt: 1, isLastAttempt: false }
    await importerOf(kind, peopleImportCalls, server.doors).task.run({ actor: actor as never, importId: id }, run)
    const { rows } = await server.owner.query<{ why: string }>('select why from import_rows where user_id = $1', [
      leaving.user.id,
    ])
    expect(rows).toEqual([{ why: 'Not added: whoever started this import may not add people any more.' }])
    expect(await found(email)).toEqual([])
  })
})

test('of twenty simultaneous previews by one person the last one remains, complete', async () => {
  const importer = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
  const emails = Array.from({ length: 20 }, mail)
  const answers = await Promise.all(emails.map((email) => preview([head, biller(email)].join('\n'), importer)))
  expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 200))
  const { id, rows } = await present(importer)
  const [remaining] = answers.map(({ result }) => result[0]!).filter((one) => one.id === id)
  expect(rows).toEqual(remaining!.rows)
})

test('a malicious file gets short messages that say what is wrong', async () => {
  const roles = ['constructor', '__proto__', 'toString']
  const odd = await previewed([head, ...roles.map((role) => `Ann,Lee,${mail()},${role},5550100,,,`)].join('\n'))
  expect(odd.rows.map(({ why }) => why)).toEqual(roles.map((role) => expect.stringContaining(`“${role}” isn’t a role`)))
  const wide = await previewed(`${head},x${',x'.repeat(100_000)}\n${biller(mail())}`)
  expect(wide.unread).toHaveLength(50)
  const names = Array.from({ length: 100_000 }, (_, i) => `F${i}`).join('|')
  const [many, long] = (await previewed([head, biller(mail(), names), biller(mail(), 'x'.repeat(100_000))].join('\n')))
    .rows
  expect(many!.why).toBe('A line can have at most 100 facilities.')
  expect(long!.why.length).toBeLessThan(300)
})

describe('a file', () => {
  const cellsOf = (text: string | Buffer) => read(text).lines.map(({ cells }) => cells)
  const names = 'First Name;Last Name;E-Mail;Works as;Phone'

  test('is read with commas, semicolons or tabs, with or without a byte order mark, under other column names and in any order', () => {
    const row = {
      'First Name': 'Zoë',
      'Last Name': 'Ek',
      Email: 'z@example.org',
      Role: 'Biller',
      'Phone Number': '5550100',
    }
    const line = 'Zoë;Ek;z@example.org;Biller;5550100'
    const text = `${names}\r\n${line}\r\n`
    for (const written of [
      text,
      `\uFEFF${text}`,
      `sep=;\r\n${text}`,
      text.replaceAll(';', ','),
      text.replaceAll(';', '\t'),
      Buffer.from(`\uFEFF${text}`, 'utf16le'),
      Buffer.from(text, 'latin1'),
      `${names};Other\n"Zoë";Ek;z@example.org;Biller;="5550100";x\n;;;;;\n\n`,
    ])
      expect(cellsOf(written)).toEqual([row])
    expect(read(Buffer.from(text, 'latin1')).encoding).toBe('Windows-1252')
    expect(read(text).encoding).toBe('UTF-8')
    expect(read(`${names};Other\n${line};x`).unread).toEqual(['Other'])
  })

  test('is read exactly as written, whatever its cells contain', () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll(/[\0\r]/g, '').trim())
    const isPlain = (text: string) => !text.startsWith('="')
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(cell, cell, cell).filter((row) => row.every(isPlain) && row.some(Boolean)),
          { minLength: 1, maxLength: 8 },
        ),
        fc.constantFrom(',', ';', '\t'),
        (rows, mark) => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
          const lines = rows.map((row) => [...row, 'Biller', '1'].map(quoted).join(mark))
          const read = cellsOf([names.replaceAll(';', mark), ...lines].join('\r\n'))
          expect(read.map((one) => [one['First Name'], one['Last Name'], one.Email])).toEqual(rows)
        },
      ),
      { numRuns: 60 },
    )
  })
})
