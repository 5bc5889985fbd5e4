import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aClinic,
  aDictionaryPhrase,
  aDictionaryTemplate,
  aPhrase,
  aTemplate,
  signedIn,
  type TestClinic,
} from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newId } from '../../platform/ids.ts'

/** The fields that phrases and templates have in common. */
interface Item {
  id: string
  key?: string
  templateName?: string
  active: boolean
  editable: boolean
  global: boolean
  exportToOtherAuthors: boolean
  conflict: boolean
  version: number
  author: { doctorName: string } | null
}

let server: TestServer
let clinic: TestClinic
let elsewhere: TestClinic
let doctor: TestClient
let admin: TestClient
let colleague: TestClient
let chief: TestClient
let stranger: TestClient

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  elsewhere = await aClinic(server, 'Valley Clinic')
  const facilityIds = [clinic.facilityId]
  const manager = { userPrivilege: 'TRANSCRIPTION_REVIEWER', facilityIds } as const
  doctor = await signedIn(server, clinic.clinicId, { facilityIds, firstName: 'Dora' })
  colleague = await signedIn(server, clinic.clinicId, { facilityIds, firstName: 'Cole' })
  admin = await signedIn(server, clinic.clinicId, { userType: 'admin', ...manager })
  chief = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin', ...manager, firstName: 'Chia' })
  stranger = await signedIn(server, elsewhere.clinicId, { facilityIds: [elsewhere.facilityId] })
})
afterAll(() => server.close())

const path = '/clinic/authors'

interface Made {
  active?: boolean
  global?: boolean
  exportToOtherAuthors?: boolean
}

/** The addresses, bodies and helpers of each kind. */
const kinds = {
  phrase: {
    address: `${path}/canned-text`,
    ids: 'cannedTextIds',
    body: (name: string) => ({ key: name, phrase: 'Both lungs are clear.' }),
    make: (author: TestClient, name: string, item: Made = {}, place = clinic) =>
      aPhrase(server, place, author.user.id, { key: name, ...item }),
    ofClinic: undefined,
    inDictionary: (name: string) => aDictionaryPhrase(server, name),
    taken: 'key-taken',
  },
  template: {
    address: `${path}/section-template`,
    ids: 'templateIds',
    body: (name: string) => ({
      templateName: name,
      templateDescription: 'A visit',
      sectionHeadings: [{ customUIHeading: 'Plan', systemHeading: 'PLAN' }],
    }),
    make: (author: TestClient, name: string, item: Made = {}, place = clinic) =>
      aTemplate(server, place, author.user.id, { name, ...item }),
    ofClinic: (name: string) => aTemplate(server, clinic, null, { name, global: true }),
    inDictionary: (name: string) => aDictionaryTemplate(server, name),
    taken: 'template-name-taken',
  },
} as const

let names = 0
/** A unique name, which is one word for the search. */
const aName = () => `item${(names += 1)}x`

describe.each(Object.entries(kinds))('a %s', (kindName, kind) => {
  const list = async (who: TestClient, type: string, search: string) =>
    (await who.ask<Item>(`GET ${kind.address}?type=${type}&search=${encodeURIComponent(search)}`)).result
  /** For each item, by name, the lists of a person that contain it or a copy of it. */
  const whereAll = async (who: TestClient, ids: ReadonlyMap<string, string>, search: string) => {
    const places = new Map<string, string[]>([...ids.keys()].map((name) => [name, []]))
    const held: Item[] = []
    for (const type of ['mine', 'active', 'author'])
      for (const item of await list(who, type, search)) {
        const name = item.key ?? item.templateName!
        places.get(name)!.push(item.id === ids.get(name) ? type : `copy in ${type}`)
        if (type !== 'author') held.push(item)
      }
    return { held, of: (name: string) => places.get(name)!.join(', ') || 'nowhere' }
  }
  const activate = (who: TestClient, id: string) => who.ask(`PUT ${kind.address}/active?${kind.ids}=${id}`)
  const putAside = (who: TestClient, id: string) => who.ask(`PUT ${kind.address}/in-active?${kind.ids}=${id}`)
  const remove = (who: TestClient, id: string) => who.ask(`DELETE ${kind.address}?${kind.ids}=${id}`)
  const take = (who: TestClient, ids: string, how = '') =>
    who.ask(`POST ${kind.address}/import?${kind.ids}=${ids}${how}`)
  const create = (who: TestClient, name: string, more: object = {}) =>
    who.ask<Item>(`POST ${kind.address}`, { ...kind.body(name), ...more })
  const edit = (who: TestClient, id: string, name: string, more: object = {}) =>
    who.ask<Item>(`PUT ${kind.address}`, { id, ...kind.body(name), ...more })

  /** Each entry makes an item that has the named relation to the person `me`, and returns its id. */
  const items: Record<string, (me: TestClient, name: string) => Promise<string>> = {
    'own, aside': (me, name) => kind.make(me, name, { active: false }),
    'own, in use': (me, name) => kind.make(me, name),
    'own, offered': (me, name) => kind.make(me, name, { global: true }),
    received: (_, name) => kind.make(chief, name, { exportToOtherAuthors: true }),
    'received, its owner keeps it aside': (_, name) =>
      kind.make(chief, name, { exportToOtherAuthors: true, active: false }),
    'received, put aside': async (me, name) => {
      const id = await kind.make(chief, name, { exportToOtherAuthors: true })
      await putAside(me, id)
      return id
    },
    'received, hidden': async (me, name) => {
      const id = await kind.make(chief, name, { exportToOtherAuthors: true })
      await remove(me, id)
      return id
    },
    'received, hidden, offered': async (me, name) => {
      const id = await kind.make(chief, name, { exportToOtherAuthors: true, global: true })
      await remove(me, id)
      return id
    },
    'of another, offered': (_, name) => kind.make(colleague, name, { global: true }),
    'of another, their own': (_, name) => kind.make(colleague, name),
    'of the dictionary': (_, name) => kind.inDictionary(name),
    'of another clinic': (_, name) =>
      kind.make(stranger, name, { global: true, exportToOtherAuthors: true }, elsewhere),
    'that is not there': async () => newId(),
    ...(kind.ofClinic && { 'of the clinic': (_: TestClient, name: string) => kind.ofClinic(name) }),
  }

  // Each row: the list in which a doctor sees the item, then the status and the new list after activating, putting
  // aside, editing, deleting and importing it. `=` means that it stays in its list.
  const nothing = ['nowhere', '404 =', '404 =', '404 =', '404 =', '404 ='] as const
  const offered = ['author', '403 =', '403 =', '403 =', '403 =', '200 copy in mine, author'] as const
  const table: Record<string, readonly string[]> = {
    'own, aside': ['mine', '200 active', '200 =', '200 =', '200 nowhere', '200 ='],
    'own, in use': ['active', '200 =', '200 mine', '200 =', '200 nowhere', '200 ='],
    'own, offered': ['active', '200 =', '200 mine', '200 =', '200 nowhere', '200 ='],
    received: ['active', '200 =', '200 mine', '403 =', '200 nowhere', '404 ='],
    'received, its owner keeps it aside': ['active', '200 =', '200 mine', '403 =', '200 nowhere', '404 ='],
    'received, put aside': ['mine', '200 active', '200 =', '403 =', '200 nowhere', '404 ='],
    'received, hidden': nothing,
    'received, hidden, offered': offered,
    'of another, offered': offered,
    'of another, their own': nothing,
    'of the dictionary': ['author', '404 =', '404 =', '404 =', '404 =', '200 copy in mine, author'],
    'of another clinic': nothing,
    'that is not there': nothing,
    'of the clinic': [
      'active, author',
      '200 =',
      '200 mine, author',
      '403 =',
      '200 author',
      '200 copy in mine, active, author',
    ],
  }
  /** The rows that differ for managers: they may edit what all users have, and delete the clinic’s own items. */
  const managers: Record<string, readonly string[]> = {
    ...table,
    received: ['active', '200 =', '200 mine', '200 =', '200 nowhere', '404 ='],
    'received, its owner keeps it aside': ['active', '200 =', '200 mine', '200 =', '200 nowhere', '404 ='],
    'received, put aside': ['mine', '200 active', '200 =', '200 =', '200 nowhere', '404 ='],
    'received, hidden, offered': ['author', '403 =', '403 =', '200 =', '403 =', '200 copy in mine, author'],
    'of the clinic': [
      'active, author',
      '200 =',
      '200 mine, author',
      '200 =',
      '200 nowhere',
      '200 copy in mine, active, author',
    ],
  }

  const acts = { activate, putAside, edit, remove, take }

  test.each([
    ['doctor', () => doctor, table],
    ['manager', () => admin, managers],
  ] as const)(
    'is listed, and can be changed, deleted and imported only as the rules allow: for a %s [Q065, Q066, Q067]',
    async (_, person, expected) => {
      const me = person()
      for (const [place, [act, run]] of Object.entries(acts).entries()) {
        const batch = aName()
        const ids = new Map<string, string>()
        for (const [item, make] of Object.entries(items))
          ids.set(`${batch} ${item}`, await make(me, `${batch} ${item}`))
        const before = await whereAll(me, ids, batch)
        const answers = new Map<string, number>()
        for (const [name, id] of ids) {
          const now = before.held.find((one) => one.id === id)
          const more = {
            active: now?.active,
            global: now?.global ?? true,
            exportToOtherAuthors: now?.exportToOtherAuthors ?? true,
          }
          answers.set(name, (await (run === edit ? edit(me, id, name, more) : (run as typeof activate)(me, id))).status)
        }
        const after = await whereAll(me, ids, batch)
        for (const item of Object.keys(items)) {
          const name = `${batch} ${item}`
          const became = after.of(name) === before.of(name) ? '=' : after.of(name)
          expect([before.of(name), `${answers.get(name)} ${became}`], `${act} what is ${item}`).toEqual([
            expected[item]![0],
            expected[item]![place + 1],
          ])
        }
      }
    },
  )

  test('is imported as an editable copy with its origin; a conflict is shown, skipped or replaced [Q068, Q069]', async () => {
    const [one, two] = [aName(), aName()]
    const theirs = await kind.make(colleague, one, { global: true })
    const entry = await kind.inDictionary(two)
    const own = await kind.make(doctor, ` ${one.toUpperCase()}  `)
    expect((await list(doctor, 'author', one))[0]).toMatchObject({
      id: theirs,
      conflict: true,
      editable: false,
      author: { doctorName: 'Cole Doe' },
    })
    expect((await list(doctor, 'author', two))[0]).toMatchObject({ id: entry, conflict: false, author: null })
    // With conflicts skipped, the existing item stays and the others are imported.
    const skipped = await take(doctor, `${theirs},${entry}`, '&active=true')
    expect(skipped.message).toMatch(/^1 .* was imported\.$/)
    expect((await list(doctor, 'active', one)).map(({ id }) => id)).toEqual([own])
    const [copy] = await list(doctor, 'active', two)
    expect(copy).toMatchObject({ editable: true, global: false, exportToOtherAuthors: false, version: 0 })
    expect(copy!.id).not.toBe(entry)
    // With conflicts replaced, the import deletes the existing item.
    expect((await take(doctor, theirs, '&overRideExisting=true')).status).toBe(200)
    expect(await list(doctor, 'active', one)).toEqual([])
    const [replaced] = await list(doctor, 'mine', one)
    expect(replaced!.id).not.toBe(own)
    expect(replaced!.id).not.toBe(theirs)
    const { rows } = await server.owner.query(
      `select origin_id from ${kindName === 'phrase' ? 'phrases' : 'section_templates'} where id = any($1) order by origin_id = $2`,
      [[copy!.id, replaced!.id], theirs],
    )
    expect(rows).toEqual([{ origin_id: entry }, { origin_id: theirs }])
    // Later changes of the original do not change the copy, which belongs to this doctor alone.
    expect((await edit(colleague, theirs, `${one} new`, { global: true })).status).toBe(200)
    expect((await list(doctor, 'mine', one)).map((item) => item.key ?? item.templateName)).toEqual([one])
    expect((await edit(doctor, replaced!.id, one, { global: true })).status).toBe(200)
  })

  test('is not imported when two of the same name are selected, nor are the others selected with it [Q070]', async () => {
    const name = aName()
    const ids = [
      await kind.make(colleague, `${name} a`, { global: true }),
      await kind.make(chief, `${name}A`, { global: true }),
    ]
    expect(await take(doctor, ids.join(','))).toMatchObject({
      status: 422,
      code: 'ticked-twice',
      message: 'Two of the selected cards have the same name. Select only one of them.',
    })
    expect(await list(doctor, 'mine', name)).toEqual([])
  })

  test('that its owner has deleted meanwhile is reported as gone, and nothing is imported', async () => {
    const name = aName()
    const ids = [
      await kind.make(colleague, `${name} 1`, { global: true }),
      await kind.make(colleague, `${name} 2`, { global: true }),
    ]
    await kind.make(doctor, `${name} 1`)
    expect((await remove(colleague, ids[1]!)).status).toBe(200)
    expect(await take(doctor, ids.join(','), '&overRideExisting=true')).toMatchObject({
      status: 404,
      code: 'item-gone',
      message: 'This item no longer exists. Its owner may have deleted it.',
      result: [{ id: ids[1] }],
    })
    expect((await list(doctor, 'active', name)).length).toBe(1)
    expect(await list(doctor, 'mine', name)).toEqual([])
  })

  test('imported by simultaneous requests is there once, whether they skip or replace', async () => {
    const name = aName()
    const theirs = await kind.make(colleague, name, { global: true })
    for (const how of ['', '&overRideExisting=true']) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => take(doctor, theirs, how)))
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
      expect((await list(doctor, 'mine', name)).length, how).toBe(1)
    }
  })

  test('imported and deleted at the same time is either copied whole or reported as gone', async () => {
    for (let round = 0; round < 6; round += 1) {
      const name = aName()
      const theirs = await kind.make(colleague, name, { global: true })
      const [taken, gone] = await Promise.all([take(doctor, theirs), remove(colleague, theirs)])
      expect(gone.status).toBe(200)
      expect(taken.status === 200 || taken.code === 'item-gone', JSON.stringify(taken)).toBe(true)
      expect((await list(doctor, 'mine', name)).length).toBe(taken.status === 200 ? 1 : 0)
    }
  })

  test('replaced while a person has it open is gone for their save, and one that was changed is a conflict', async () => {
    const name = aName()
    const own = (await create(doctor, name)).result[0]!
    const first = await edit(doctor, own.id, name, { version: own.version })
    expect(first.result[0]).toMatchObject({ id: own.id, version: own.version + 1 })
    const stale = await edit(doctor, own.id, name, { version: own.version })
    expect([stale.status, stale.message]).toEqual([409, 'Someone else has changed this. Close it and open it again.'])
    expect(stale.result).toEqual(first.result)
    const theirs = await kind.make(colleague, name, { global: true })
    expect((await take(doctor, theirs, '&overRideExisting=true')).status).toBe(200)
    const late = await edit(doctor, own.id, name, { version: own.version + 1 })
    expect([late.status, late.code]).toEqual([404, 'item-gone'])
  })

  test('cannot share its author’s other names; case, width and spaces do not matter, accents do [Q073]', async () => {
    const name = aName()
    expect((await create(doctor, `${name} café Ab`)).status).toBe(200)
    for (const same of [`${name} CAFÉ ab`, `${name}  café\u00a0ab`, `${name} cafe\u0301 ab`, `${name} café ａｂ`]) {
      const answer = await create(doctor, same)
      expect([answer.status, answer.code], same).toEqual([409, kind.taken])
    }
    const other = await create(doctor, `${name} cafe Ab`)
    expect(other.status).toBe(200)
    expect((await edit(doctor, other.result[0]!.id, `${name} CAFÉ AB`)).code).toBe(kind.taken)
    expect((await create(colleague, `${name} café Ab`)).status).toBe(200)
    // Joiners inside words and emoji are kept but ignored when names are compared. Other invisible characters are
    // refused.
    const joined = `${name} می\u200cشود 👨\u200d👩\u200d👧`
    expect((await create(doctor, joined)).result.map((item) => item.key ?? item.templateName)).toEqual([joined])
    expect((await create(doctor, joined.replaceAll(/[\u200c\u200d]/g, ''))).code).toBe(kind.taken)
    for (const unseen of [`${name}\u200b`, `${name} \u200d`, `${name}\u202eb`])
      expect((await create(doctor, unseen)).status, JSON.stringify(unseen)).toBe(400)
    // The name is stored as it was written.
    expect((await list(doctor, 'mine', `${name} café`)).map((item) => item.key ?? item.templateName)).toContain(
      `${name} café Ab`,
    )
    const race = await Promise.all(Array.from({ length: 5 }, () => create(doctor, `${name} race`)))
    expect(race.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  })

  test('active for all users reaches everyone immediately with each update, and only managers can make it so [Q067, Q071]', async () => {
    const name = aName()
    const byDoctor = await create(doctor, name, { exportToOtherAuthors: true })
    expect(byDoctor.result[0]!.exportToOtherAuthors).toBe(false)
    const theirs = await kind.make(colleague, `${name} copied`, { global: true })
    expect((await take(doctor, theirs, '&exportToOtherAuthors=true')).status).toBe(200)
    expect((await list(doctor, 'mine', `${name} copied`))[0]!.exportToOtherAuthors).toBe(false)
    expect((await take(admin, theirs, '&exportToOtherAuthors=true')).status).toBe(200)
    expect((await list(colleague, 'active', `${name} copied`))[0]).toMatchObject({ editable: true })

    const pushed = (await create(admin, `${name} pushed`, { exportToOtherAuthors: true })).result[0]!
    for (const who of [doctor, colleague])
      expect(await list(who, 'active', `${name} pushed`)).toMatchObject([
        { id: pushed.id, editable: false, active: true },
      ])
    expect(await list(stranger, 'active', name)).toEqual([])
    // The doctor put it aside and the colleague still uses it. Both get the update.
    expect((await putAside(doctor, pushed.id)).status).toBe(200)
    expect((await edit(chief, pushed.id, `${name} updated`, { exportToOtherAuthors: true, active: true })).status).toBe(
      200,
    )
    expect(await list(doctor, 'mine', `${name} updated`)).toMatchObject([{ id: pushed.id, active: false }])
    expect(await list(colleague, 'active', `${name} updated`)).toMatchObject([{ id: pushed.id }])
    const refused = await edit(doctor, pushed.id, name)
    expect([refused.status, refused.message]).toEqual([403, 'Action Denied: This item is not editable.'])
    // The manager ends the sharing with all users.
    expect((await edit(chief, pushed.id, `${name} updated`)).status).toBe(200)
    expect(await list(colleague, 'active', `${name} updated`)).toEqual([])
  })

  test('keeps its current list when its text is saved, and moves to the list that is sent with it', async () => {
    const name = aName()
    for (const [who, id] of [
      [doctor, (await create(doctor, name, { active: true })).result[0]!.id],
      [admin, (await create(chief, name, { exportToOtherAuthors: true, active: true })).result[0]!.id],
    ] as const) {
      const forAll = { exportToOtherAuthors: true }
      expect((await putAside(who, id)).status).toBe(200)
      expect((await edit(who, id, `${name} b`, forAll)).result).toMatchObject([{ id, active: false }])
      expect((await activate(who, id)).status).toBe(200)
      expect((await edit(who, id, `${name} c`, forAll)).result).toMatchObject([{ id, active: true }])
      expect((await edit(who, id, `${name} d`, { ...forAll, active: false })).result).toMatchObject([
        { id, active: false },
      ])
      expect((await remove(who, id)).status).toBe(200)
    }
  })

  test('is activated, put aside or deleted together with others, all or none', async () => {
    const name = aName()
    const ids = [await kind.make(doctor, `${name} 1`), await kind.make(doctor, `${name} 2`)]
    const foreign = await kind.make(colleague, `${name} 3`)
    for (const act of [putAside, remove]) expect((await act(doctor, [...ids, foreign].join(','))).status).toBe(404)
    expect((await list(doctor, 'active', name)).length).toBe(2)
    expect((await putAside(doctor, ids.join(','))).status).toBe(200)
    expect((await list(doctor, 'mine', name)).length).toBe(2)
    expect((await remove(doctor, ids.join(','))).status).toBe(200)
    expect(await list(doctor, 'mine', name)).toEqual([])
    const many = Array.from({ length: 201 }, () => newId()).join(',')
    expect((await remove(doctor, many)).message).toBe('At most 200 at once.')
    expect((await remove(doctor, 'x')).status).toBe(400)
  })

  test('records in the audit who changed it and how', async () => {
    const name = aName()
    const { id } = (await create(doctor, name)).result[0]!
    await activate(doctor, id)
    await edit(doctor, id, name)
    await remove(doctor, id)
    const { rows } = await server.owner.query<{ event: string; user_id: string }>(
      "select event, user_id from audit_events where detail -> 'itemIds' ? $1 order by id",
      [id],
    )
    expect(rows).toEqual(
      ['added', 'activated', 'edited', 'deleted'].map((did) => ({
        event: `${kindName}.${did}`,
        user_id: doctor.user.id,
      })),
    )
  })
})
