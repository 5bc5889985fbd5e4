import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres.ts'
import { silentLog } from '../../server/src/platform/log.ts'
import { demoAccount } from '../../server/src/testing/demo-account.ts'
import { percentile } from './job-list-load.ts'
import { send } from './send.ts'
import { headersOf, startProduct } from './start-product.ts'

/** The number of items in each list of a doctor: their own active ones, and those that a colleague offers. */
const items = 2_000
/** The number of other authors in the same clinic. */
const authors = 20
const perSecond = 50
const paceSeconds = 20
const p99Most = 25

const lists = [
  '/clinic/authors/canned-text?type=active&size=50',
  '/clinic/authors/canned-text?type=author&size=20',
  '/clinic/authors/section-template?type=active&size=50',
  '/clinic/authors/section-template?type=author&size=20',
]
/** A call that reads one row, to show the speed of this machine. */
const plain = '/clinic/user/facilities'
/** Searches that find a few rows, all of them, or none. */
const searches = [
  '/clinic/authors/canned-text?type=active&size=50&search=lungs%20clear%20199',
  '/clinic/authors/canned-text?type=active&size=50&search=lungs',
  '/clinic/authors/canned-text?type=author&size=20&search=nowhere',
  '/clinic/authors/section-template?type=active&size=50&search=visit%20199',
]

/**
 * Makes 2,000 phrases and templates of the doctor, as many offered by a colleague, and those of twenty others who offer
 * none.
 */
export async function fill(owner: pg.Client, email: string) {
  const steps = [
    `create temporary table many as
       select d.clinic_id, d.id as author_id, true as active, false as global, '' as mark, n from users d, generate_series(1, $2::int) n
       where d.email = $1
       union all
       select d.clinic_id, c.id, true, c.place = 1, 'c' || c.place, n from users d, generate_series(1, $2::int) n,
         (select u.clinic_id, u.id, row_number() over (order by u.id) as place from users u where u.email <> $1) c
       where d.email = $1 and c.clinic_id = d.clinic_id and c.place <= $3`,
    `insert into phrases (clinic_id, id, author_id, key, key_name, phrase, plain, active, global)
       select clinic_id, uuidv7(), author_id, mark || 'Normal lungs ' || n, lower(mark || 'normal lungs ' || n),
         '<b>Lungs</b>: clear to auscultation on both sides, no wheezes or crackles, number ' || n || repeat(' as before', 20),
         'Lungs: clear to auscultation on both sides, no wheezes or crackles, number ' || n || repeat(' as before', 20), active, global
       from many`,
    `insert into section_templates (clinic_id, id, author_id, name, key_name, description, active, global)
       select clinic_id, uuidv7(), author_id, mark || 'Visit ' || n, lower(mark || 'visit ' || n), 'A visit', active, global from many`,
    `insert into template_headings (clinic_id, template_id, id, position, custom_heading, system_heading, default_value)
       select t.clinic_id, t.id, uuidv7(), h.place, h.name, h.name, 'As before.' from section_templates t,
         unnest(array['SUBJECTIVE', 'OBJECTIVE', 'ASSESSMENT', 'PLAN']) with ordinality as h(name, place) where t.name like '%Visit %'`,
    // The database would do this automatically soon after so many new rows.
    'vacuum analyze',
    'checkpoint',
  ]
  const values = [[email, items, authors]]
  for (const [place, step] of steps.entries()) await owner.query(step, values[place] ?? [])
}

/**
 * Measures the first pages of and searches in 2,000 phrases and templates over HTTP, at a steady rate and from the
 * scheduled times.
 */
export async function benchCollections(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'dictara-bench-collections-'))
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: silentLog })
  const owner = new pg.Client({ connectionString: postgres.url })
  try {
    await using product = await startProduct({
      DATABASE_URL: postgres.url,
      DICTARA_MASTER_KEY: randomBytes(32).toString('base64'),
      DICTARA_DEMO: 'yes',
    })
    await owner.connect()
    await fill(owner, demoAccount(product.dataFolder, 'doctor').email)
    const headers = headersOf(await product.signIn('doctor'))
    const ask = async (path: string) => {
      const { status, text } = await send('GET', `${product.url}/api${path}`, headers)
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
      return JSON.parse(text) as { size: number }
    }
    for (const path of [plain, ...lists, ...searches])
      for (let round = 0; round < 20; round += 1) {
        const { size } = await ask(path)
        if (lists.includes(path) && size < items) throw new Error(`${path} has ${size} rows only`)
      }
    const paced = async (paths: readonly string[]) => {
      const begun = performance.now()
      const sent = Array.from({ length: perSecond * paceSeconds }, async (_, turn) => {
        const due = begun + (turn * 1000) / perSecond
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
        await ask(paths[turn % paths.length]!)
        return performance.now() - due
      })
      return Promise.all(sent)
    }
    console.log(`First pages of lists of ${items}, ${perSecond} a second over HTTP:`)
    const few = await paced([plain])
    console.log(`  ${plain}: p50 ${percentile(few, 0.5).toFixed(1)} ms, p99 ${percentile(few, 0.99).toFixed(1)} ms`)
    let isReached = true
    for (const path of [...lists, ...searches]) {
      const times = await paced([path])
      const p99 = percentile(times, 0.99)
      isReached &&= p99 <= p99Most
      console.log(
        `  ${path}: p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (limit ${p99Most}, ratio ${(p99 / p99Most).toFixed(2)}): ${p99 <= p99Most ? 'reached' : 'MISSED'}`,
      )
    }
    const all = await paced(lists)
    console.log(
      `  all of them in turn: p50 ${percentile(all, 0.5).toFixed(1)} ms, p99 ${percentile(all, 0.99).toFixed(1)} ms`,
    )
    return isReached
  } finally {
    await owner.end()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await benchCollections()) ? 0 : 1
