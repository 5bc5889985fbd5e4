import { searchTotalCap } from '@dictara/contract/job-lists'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { Actor } from '../../server/src/platform/actor.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { openDoors, preparedMark } from '../../server/src/platform/database/index.ts'
import { silentLog } from '../../server/src/platform/log.ts'
import type { ListRequest } from './job-list-load.ts'

/** The best SQL that we know for the page and its total: prepared and written for this list only. */
const page = `
    with found as materialized (
      select j.* from gate.find_jobs($5, ${searchTotalCap + 1}) f (id) cross join lateral (
        select * from jobs j where j.clinic_id = $1 and j.id = f.id and j.tab = $2 and j.facility_id = any($3) offset 0
      ) j
    ), page as materialized (
      select * from found order by submitted_at desc, id desc limit $4
    )
    select (select count(*) from found), j.id, j.number, j.audio_ms, j.submitted_at, j.last_updated_at, j.author_id, a.full_name,
      j.patient_id, p.first_name, p.last_name, p.medical_record_number, p.gender, p.birth_date, j.work_type, j.priority, j.due_at, j.waiting_since, j.review_levels,
      j.transcriber_id, t.full_name as transcriber, j.status, j.level, j.returned, j.holder_id, h.full_name as holder, j.held_since,
      j.facility_id, f.name, j.reason_for_failing, j.fail_stage, j.is_enabled, j.progress, j.version,
      (select json_agg(json_build_object('comment', c.comment, 'at', c.created_at)) from job_comments c where c.clinic_id = j.clinic_id and c.job_id = j.id) as comments
    from page j
    join users a on a.clinic_id = j.clinic_id and a.id = j.author_id
    join patients p on p.clinic_id = j.clinic_id and p.id = j.patient_id
    join facilities f on f.clinic_id = j.clinic_id and f.id = j.facility_id
    left join users h on h.clinic_id = j.clinic_id and h.id = j.holder_id
    left join users t on t.clinic_id = j.clinic_id and t.id = j.transcriber_id
    order by j.submitted_at desc, j.id desc`
/** The query of find_jobs on the trigram index. Runs as the owner of that function. */
const search = `select job_id from job_search where clinic_id = $1 and words like $2 limit ${searchTotalCap + 1}`

const patternsOf = ({ searchValue }: ListRequest) =>
  searchValue
    .toLowerCase()
    .split(' ')
    .map((word) => `%${word}%`)
const valuesOf = (request: ListRequest) => [request.clinicId, request.tab, request.facilityIds, 10, patternsOf(request)]

/** Opens the reference: this SQL with the product's transactions and pool, without HTTP. */
export function openLimit(urlFor: (role: string) => string, poolSize: number) {
  const doors = openDoors({
    urlFor,
    poolSize,
    clock: systemClock,
    log: silentLog,
    subscribers: {},
    enqueue: async () => {},
  })
  return {
    run: (request: ListRequest): Promise<number> =>
      doors.inClinic({ clinicId: request.clinicId } as Actor, async ({ db }) => {
        const { rows } = await db.executeQuery<{ count: number }>(
          CompiledQuery.raw(`${preparedMark} ${page}`, valuesOf(request)),
        )
        return rows[0]?.count ?? 0
      }),
    /** @throws Error if PostgreSQL would read a whole table or not use the trigram index */
    async checkPlan(request: ListRequest, owner: pg.Client) {
      const client = new pg.Client({ connectionString: urlFor('dictara_app') })
      await client.connect()
      const planOf = async (asker: pg.ClientBase, text: string, values: unknown[]) =>
        (await asker.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)).rows
          .map((row) => row['QUERY PLAN'])
          .join('\n')
      try {
        await client.query(`begin; select set_config('dictara.clinic', '${request.clinicId}', true)`)
        const outer = await planOf(client, page, valuesOf(request))
        await client.query('commit')
        if (/Seq Scan on (jobs|patients|users|job_)/.test(outer) || !outer.includes('using jobs_pkey'))
          throw new Error(`The limit's plan is not the best:\n${outer}`)
        const inner = await planOf(owner, search, [request.clinicId, patternsOf(request)[0]!])
        if (!inner.includes('Bitmap Index Scan on job_search_words'))
          throw new Error(`The search's plan is not the best:\n${inner}`)
      } finally {
        await client.end()
      }
    },
    [Symbol.asyncDispose]: () => doors.close(),
  }
}
