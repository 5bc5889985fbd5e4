import { resolve } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { aClinic, aJob, aPerson, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { fixed, insertion } from './fixed.ts'
import { databaseRoles, migrate } from './migrate.ts'

let server: TestServer
let ours: TestClinic
let theirs: TestClinic
let authorId: string

beforeAll(async () => {
  server = await startTestServer()
  ours = await aClinic(server)
  theirs = await aClinic(server, 'Their Clinic')
  authorId = (await aPerson(server, ours.clinicId, { facilityIds: [ours.facilityId] })).id
  await aJob(server, ours, { authorId })
  const stranger = await aPerson(server, theirs.clinicId, { facilityIds: [theirs.facilityId] })
  await aJob(server, theirs, { authorId: stranger.id })
})
afterAll(() => server.close())

async function asRole<T>(role: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server.urlFor(role) })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

const refused = async (run: Promise<unknown>) =>
  run.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

test('a statement sent with the commit takes effect with it; one that fails undoes the transaction and is thrown; one of a failed attempt is not sent', async () => {
  const { clinicId } = ours
  const row = (id: string) => ({ clinicId, id, groupName: 'Last', level: 'LEVEL_1' as const })
  const [first, second, third] = [newId(), newId(), newId()]
  await server.doors.asSystem('task test', async (work) => {
    work.withCommit(insertion({ reviewerGroups: row(first) }))
    const attempt = work.attempt(async () => {
      work.withCommit(insertion({ reviewerGroups: row(second) }))
      throw new Error('not so')
    })
    await expect(attempt).rejects.toThrow('not so')
  })
  const failing = server.doors.asSystem('task test', async (work) => {
    await work.db.insertInto('reviewerGroups').values(row(third)).execute()
    work.withCommit(fixed('select 1 / 0')())
  })
  await expect(failing).rejects.toThrow('division by zero')
  const { rows } = await server.owner.query('select id from reviewer_groups where id = any($1)', [
    [first, second, third],
  ])
  expect(rows).toEqual([{ id: first }])
})

describe('the app’s door', () => {
  test('shows no row of any table before a clinic is set', () =>
    asRole('dictara_app', async (client) => {
      for (const table of ['clinics', 'jobs', 'patients', 'users', 'facilities', 'audit_events', 'sessions'])
        expect((await client.query(`select count(*)::int as count from ${table}`)).rows[0].count).toBe(0)
    }))

  test('reads and writes only the rows of the clinic that is set', () =>
    asRole('dictara_app', async (client) => {
      await client.query('begin')
      await client.query("select set_config('dictara.clinic', $1, true)", [ours.clinicId])
      expect((await client.query('select distinct clinic_id from jobs')).rows).toEqual([{ clinic_id: ours.clinicId }])
      expect(
        (await client.query('update patients set first_name = $1 where clinic_id = $2', ['X', theirs.clinicId]))
          .rowCount,
      ).toBe(0)
      const insert = client.query(
        'insert into reviewer_groups (clinic_id, id, group_name, level) values ($1, $2, $3, $4)',
        [theirs.clinicId, newId(), 'Ours?', 'LEVEL_1'],
      )
      expect(await refused(insert)).toBe('42501')
    }))

  test('forgets the clinic after the transaction', () =>
    asRole('dictara_app', async (client) => {
      await client.query(`begin; select set_config('dictara.clinic', '${ours.clinicId}', true); commit`)
      expect((await client.query('select count(*)::int as count from jobs')).rows[0].count).toBe(0)
    }))

  test('cannot change or delete audit rows, nor create tables', () =>
    asRole('dictara_app', async (client) => {
      expect(await refused(client.query('delete from audit_events'))).toBe('42501')
      expect(await refused(client.query("update audit_events set event = 'x'"))).toBe('42501')
      expect(await refused(client.query('create table mine (id int)'))).toBe('42501')
    }))
})

test('the gate’s door can call its functions and reads no table', () =>
  asRole('dictara_gate', async (client) => {
    expect(await refused(client.query('select * from users'))).toBe('42501')
    expect(await refused(client.query('select * from sessions'))).toBe('42501')
    expect((await client.query('select * from gate.find_sign_in($1)', ['nobody@example.org'])).rows).toEqual([])
  }))

test('interleaved work of two clinics never sees a foreign row', async () => {
  const actorOf = (clinic: TestClinic) => ({ clinicId: clinic.clinicId, userId: authorId, sessionId: newId() }) as never
  const seesItsOwn = async (clinic: TestClinic) => {
    const rows = await server.doors.inClinic(actorOf(clinic), (work) =>
      work.db.selectFrom('jobs').select('clinicId').execute(),
    )
    return rows.length === 1 && rows[0]!.clinicId === clinic.clinicId
  }
  const seen: boolean[] = []
  // Twice as many loops as connections: each connection is used for both clinics, and nobody waits long for one.
  const one = async (_: unknown, first: number) => {
    for (let time = 0; time < 25; time += 1) seen.push(await seesItsOwn((first + time) % 2 === 0 ? ours : theirs))
  }
  await Promise.all(Array.from({ length: 16 }, one))
  expect(seen).toHaveLength(400)
  expect(seen.every(Boolean)).toBe(true)
})

test('work with an ignored failed statement is not acknowledged', async () => {
  const actor = { clinicId: ours.clinicId, userId: authorId, sessionId: newId() } as never
  const steps: string[] = []
  const done = server.doors.inClinic(actor, async (work) => {
    work.afterCommit(async () => void steps.push('followed'))
    await sql`select 1 / 0`.execute(work.db).catch(() => {})
    return 'done'
  })
  await expect(done).rejects.toThrow('nothing of it was kept')
  expect(steps).toEqual([])
})

test('an attempt that throws is rolled back together with its after-commit actions', async () => {
  const actor = { clinicId: ours.clinicId, userId: authorId, sessionId: newId() } as never
  const steps: string[] = []
  const answer = await server.doors.inClinic(actor, async (work) => {
    await work.audit({ event: 'job.next', detail: { stage: 'REVIEW' } })
    work.afterCommit(async () => void steps.push('before'))
    const tried = work.attempt(async () => {
      work.afterCommit(async () => void steps.push('undone'))
      await work.audit({ event: 'job.next', detail: { stage: 'TRANSCRIPTION' } })
      await sql`select 1 / 0`.execute(work.db)
    })
    const failure = await refused(tried)
    const done = await work.attempt(async () => {
      await work.audit({ event: 'job.next', detail: { stage: 'REVIEW' } })
      return 'done'
    })
    return [failure, done]
  })
  expect(answer).toEqual(['22012', 'done'])
  expect(steps).toEqual(['before'])
  const { rows } = await server.owner.query(
    "select detail ->> 'stage' as stage from audit_events where event = 'job.next'",
  )
  expect(rows).toEqual([{ stage: 'REVIEW' }, { stage: 'REVIEW' }])
})

describe('the catalog', () => {
  test('has no table with clinic_id that lacks forced row-level security and a policy', async () => {
    const { rows } = await server.owner.query(`
      select c.relname from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'clinic_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity
        and exists (select from pg_policies p where p.tablename = c.relname and 'dictara_app' = any (p.roles)))`)
    expect(rows).toEqual([])
  })

  test('finds a planted table without a policy', async () => {
    await server.owner.query('create table planted (clinic_id uuid)')
    const { rows } = await server.owner.query(`
      select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'clinic_id'
      where c.relkind = 'r' and not c.relrowsecurity and c.relnamespace = 'public'::regnamespace`)
    expect(rows).toEqual([{ relname: 'planted' }])
    await server.owner.query('drop table planted')
  })

  test('lets no door own anything, bypass security or be a superuser', async () => {
    const { rows } = await server.owner.query(
      "select rolname from pg_roles where rolname like 'dictara_%' and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)",
    )
    expect(rows).toEqual([])
    const owned = await server.owner.query(
      "select relname from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname like 'dictara_%'",
    )
    expect(owned.rows).toEqual([])
  })

  /** The functions of the gate whose search path lets a session’s temporary table replace a real table. */
  const strayPaths = () =>
    server.owner.query(`select p.oid::regprocedure::text as name from pg_proc p where p.prosecdef
      and p.pronamespace = 'gate'::regnamespace
      and not coalesce('search_path=pg_catalog, public, pg_temp' = any (p.proconfig), false)`)

  test('has no function of the gate that a temporary table could mislead, and finds a planted one', async () => {
    expect((await strayPaths()).rows).toEqual([])
    await server.owner.query(
      'create function gate.planted() returns int language sql security definer set search_path = public as $$ select 1 $$',
    )
    expect((await strayPaths()).rows).toEqual([{ name: 'gate.planted()' }])
    await server.owner.query('drop function gate.planted()')
  })

  test('lets no door make temporary tables, nor the app’s door end a session by its id', async () => {
    // Grants on a database are not copied from its template, so make them again.
    await migrate(server.ownerUrl, resolve(import.meta.dirname, '../../../migrations'), testSecrets)
    for (const role of databaseRoles)
      await asRole(role, async (client) => {
        expect(await refused(client.query('create temporary table sessions (id uuid)'))).toBe('42501')
      })
    await asRole('dictara_app', async (client) => {
      expect(await refused(client.query("select gate.end_session($1, now(), 'X')", [newId()]))).toBe('42501')
    })
  })

  test('has functions with the definer’s rights in the gate only', async () => {
    const { rows } = await server.owner.query(`
      select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.prosecdef and n.nspname not in ('gate', 'pg_catalog', 'information_schema')`)
    expect(rows).toEqual([])
  })

  test('begins every primary key and unique index of a tenant table with the clinic, or with an id of its own', async () => {
    const { rows } = await server.owner.query(`
      select c.relname, i.relname as index from pg_index x
      join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      join pg_attribute t on t.attrelid = c.oid and t.attname = 'clinic_id'
      join pg_attribute f on f.attrelid = c.oid and f.attnum = x.indkey[0]
      where c.relnamespace = 'public'::regnamespace and x.indisunique and f.attname not in ('clinic_id', 'id', 'key_hash', 'token_hash')
        and i.relname <> 'users_email'`)
    expect(rows).toEqual([])
  })
})
