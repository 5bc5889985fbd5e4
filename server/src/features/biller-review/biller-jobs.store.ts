import { type BillerJob, type Unbilled, type UnbilledAge, unbilledAges } from '@dictara/contract/biller-review'
import { searchTotalCap } from '@dictara/contract/job-lists'
import { type RawBuilder, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import { type ClinicWork, type PageQuery, preparedMark, readIdPage } from '../../platform/database/index.ts'
import { isFound, jobNumberText, type JobSearch, mayFindBy, readSearch } from '../jobs/index.ts'

export interface BillerQuery extends PageQuery<'submissionTime' | 'effectiveDate'> {
  name: string
  age: readonly UnbilledAge[]
  doctorIds: readonly string[]
}

interface Page<Row> {
  rows: Row[]
  total: number
  /** There are more than `total`. */
  isCapped: boolean
}

const prepared = sql.raw(preparedMark)
const daysAgo = (work: ClinicWork, days: number) => sql`${work.now}::timestamptz - make_interval(days => ${days})`
/** True for jobs completed within 8 days: the two younger ages, which an index counts. */
const lately = (work: ClinicWork) => sql`j.completed_at > ${daysAgo(work, 8)}`

/** True for jobs `j` of this age. Ages are in whole days: 2 days and 23 hours count as 2 days. Jobs without `completed_at` are OLDER. */
const isOfAge = (work: ClinicWork, age: UnbilledAge): RawBuilder<boolean> =>
  ({
    TO_2_DAYS: sql<boolean>`j.completed_at > ${daysAgo(work, 3)}`,
    TO_7_DAYS: sql<boolean>`(j.completed_at <= ${daysAgo(work, 3)} and ${lately(work)})`,
    OLDER: sql<boolean>`(j.completed_at is null or j.completed_at <= ${daysAgo(work, 8)})`,
  })[age]

/** At most this many authors are offered, those with the most jobs first. */
const mostAuthors = 50

/** The doctors that the biller bills for (Q136), limited to `doctorIds` if there are any. */
const doctorsOf = ({ clinicId, actor }: ClinicWork, doctorIds: readonly string[]) => {
  const narrowed = doctorIds.length > 0 ? sql`and u.id = any(${[...doctorIds]}::uuid[])` : sql``
  return sql`doctors as materialized (
      select u.id, u.full_name from users u where u.clinic_id = ${clinicId} and u.biller_id = ${actor.userId} ${narrowed})`
}

/** True for completed, unbilled jobs `j`, in the form that the indexes need. */
const isUnbilled = ({ clinicId }: ClinicWork) =>
  sql`(j.clinic_id = ${clinicId} and j.is_enabled and j.status = 'COMPLETED')`

/** The kept count of doctor `d`'s unbilled jobs of all ages. */
const keptOf = ({ clinicId }: ClinicWork) => sql`(select coalesce(sum(c.jobs), 0)::int as jobs from job_counts c
    where c.clinic_id = ${clinicId} and c.author_id = d.id and c.tab = 'COMPLETE' and c.status = 'COMPLETED')`

/** `counted`: each doctor's number of jobs of each age. OLDER is the total minus the younger ones. */
const counted = (work: ClinicWork) => sql`counted as materialized (
      select d.id, d.full_name, k.jobs, r.young, r.middle, k.jobs - r.young - r.middle as older
      from doctors d cross join lateral ${keptOf(work)} k cross join lateral (
        select count(*) filter (where ${isOfAge(work, 'TO_2_DAYS')})::int as young,
          count(*) filter (where ${isOfAge(work, 'TO_7_DAYS')})::int as middle
        from jobs j where ${isUnbilled(work)} and j.author_id = d.id and ${lately(work)}
      ) r where k.jobs > 0
    )`
const ageColumns = { TO_2_DAYS: sql`young`, TO_7_DAYS: sql`middle`, OLDER: sql`older` } as const

/** The order of the list: `walked` inside one doctor's walk, `whole` for the merged walks. */
function orderOf({ sortKey, sortOrder }: BillerQuery) {
  const direction = sql.raw(sortOrder === 'ascend' ? 'asc' : 'desc')
  const isByEncounter = sortKey === 'effectiveDate'
  const key = isByEncounter ? sql`j.date_of_encounter` : sql`j.submitted_at`
  return {
    key,
    walked: sql`${key} ${direction}, j.id ${direction}`,
    whole: sql`key ${direction} nulls last, id ${direction}`,
    // Jobs without a date of encounter come last in both directions, which needs a second walk.
    parts: isByEncounter ? [sql`j.date_of_encounter is not null`, sql`j.date_of_encounter is null`] : [sql`true`],
  }
}

/** True for jobs `j` that belong in the list: unbilled, and of the chosen ages. */
function narrowing(work: ClinicWork, { age }: BillerQuery): RawBuilder<unknown> {
  if (age.length === 0) return isUnbilled(work)
  const ages = age.map((one) => isOfAge(work, one))
  return sql`(${isUnbilled(work)} and (${sql.join(ages, sql` or `)}))`
}

const isOfLate = ({ age }: BillerQuery) => age.length > 0 && !age.includes('OLDER')

/**
 * `walked`: the first jobs of each doctor in the list's order, which include those of the page. If only the younger ages are wanted,
 * reads all recently completed jobs instead: they are few, and in the list's order they might come late.
 */
function walked(work: ClinicWork, query: BillerQuery, rule: RawBuilder<unknown>, most: number) {
  const { key, walked: order, parts } = orderOf(query)
  const columns = sql`select j.id, ${key} as key from jobs j where ${rule} and j.author_id = d.id`
  const ways = isOfLate(query)
    ? [sql`${columns} and ${lately(work)} offset 0`]
    : parts.map((part) => sql`${columns} and ${part} order by ${order} limit ${most}`)
  const walks = ways.map((way) => sql`(select m.* from doctors d cross join lateral (${way}) m)`)
  return sql`walked as materialized (${sql.join(walks, sql` union all `)})`
}

const pageFrom = (query: BillerQuery, from: RawBuilder<unknown>) => sql<string[]>`array(
  select id from ${from} order by ${orderOf(query).whole} limit ${query.size} offset ${query.page * query.size})`

/** The list without a search. The total comes from the kept counts, unless ages are chosen. */
async function pageOfList(work: ClinicWork, query: BillerQuery): Promise<Page<string>> {
  const ages = [...new Set(query.age)].map((one) => ageColumns[one])
  const counts =
    ages.length === 0
      ? sql`counted as (select k.jobs from doctors d cross join lateral ${keptOf(work)} k)`
      : counted(work)
  const sum = ages.length === 0 ? sql`jobs` : sql.join(ages, sql` + `)
  const seen = (query.page + 1) * query.size
  const { ids, total } = await readIdPage(
    work,
    sql`${prepared} with ${doctorsOf(work, query.doctorIds)},
    ${counts}, ${walked(work, query, narrowing(work, query), seen)}
    select (select coalesce(sum(${sum}), 0)::int from counted) as total, ${pageFrom(query, sql`walked`)} as ids`,
  )
  return { rows: ids, total, isCapped: false }
}

/** The page from the clinic's matches, if they are few enough to check each (`job-lists/list-page.store.ts`). */
const pageOfMatches = (work: ClinicWork, query: BillerQuery, { patterns }: JobSearch) =>
  readIdPage(
    work,
    sql`${prepared} with ${doctorsOf(work, query.doctorIds)},
    found as materialized (
      select f.id, f.by_record from gate.find_jobs(${patterns}, ${searchTotalCap + 1}) f
    ), matched as materialized (
      select m.* from found f cross join lateral (
        select j.id, j.author_id, ${orderOf(query).key} as key from jobs j
        where ${narrowing(work, query)} and j.id = f.id and ${mayFindBy(work.actor, sql.ref('f.by_record'))} offset 0
      ) m where m.author_id in (select id from doctors)
    )
    select (select count(*) > ${searchTotalCap} from found) as is_cut, (select count(*)::int from matched) as total,
      ${pageFrom(query, sql`matched`)} as ids`,
  )

/** For searches with many matches in the clinic: walks each doctor's list in order until the page is full. */
async function walkToPage(
  work: ClinicWork,
  query: BillerQuery,
  search: JobSearch,
  leastTotal: number,
): Promise<Page<string>> {
  const seen = (query.page + 1) * query.size
  const rule = sql`${narrowing(work, query)} and ${isFound(work.actor, search)}`
  const { ids, total } = await readIdPage(
    work,
    sql`${prepared} with ${doctorsOf(work, query.doctorIds)},
    ${walked(work, query, rule, seen + 2)}
    select (select count(*)::int from walked) as total, ${pageFrom(query, sql`walked`)} as ids`,
  )
  // Each doctor's walk ends two jobs after the page: one leads to the next page, the other shows that there are more.
  const isCapped = total > seen + 1 && !isOfLate(query)
  return { rows: ids, total: isCapped ? Math.max(total, leastTotal) - 1 : total, isCapped }
}

async function findPage(work: ClinicWork, query: BillerQuery): Promise<Page<string>> {
  const search = readSearch(query.name)
  if (search.isEmpty) return pageOfList(work, query)
  if (search.patterns.length === 0) return { rows: [], total: 0, isCapped: false }
  const { ids, total, isCut } = await pageOfMatches(work, query, search)
  return isCut ? walkToPage(work, query, search, total) : { rows: ids, total, isCapped: false }
}

/** The contents of the rows, in the order of the ids. */
const readRows = (work: ClinicWork, ids: readonly string[]) =>
  work.db
    .selectFrom('jobs as j')
    .innerJoin('users as a', (join) => join.onRef('a.clinicId', '=', 'j.clinicId').onRef('a.id', '=', 'j.authorId'))
    .innerJoin('patients as p', (join) => join.onRef('p.clinicId', '=', 'j.clinicId').onRef('p.id', '=', 'j.patientId'))
    .innerJoin('facilities as f', (join) =>
      join.onRef('f.clinicId', '=', 'j.clinicId').onRef('f.id', '=', 'j.facilityId'),
    )
    .leftJoin('users as h', (join) => join.onRef('h.clinicId', '=', 'j.clinicId').onRef('h.id', '=', 'j.billerId'))
    .select(['j.id as jobId', 'j.number', 'a.fullName as author', 'f.timeZone', 'j.submittedAt as submissionTime'])
    .select('j.dateOfEncounter as effectiveDate')
    .select(sql<string>`p.first_name || ' ' || p.last_name`.as('patientName'))
    .select(['p.medicalRecordNumber', 'p.gender', 'p.birthDate as dob'])
    .select(({ eb, ref }) => [
      jsonBuildObject({ facilityId: ref('f.id'), facilityName: ref('f.name') }).as('facility'),
      eb
        .case()
        .when('h.id', 'is not', null)
        .then(jsonBuildObject({ id: ref('h.id').$notNull(), fullName: ref('h.fullName').$notNull() }))
        .end()
        .as('heldBy'),
    ])
    .where('j.clinicId', '=', work.clinicId)
    .where(sql<boolean>`j.id = any(${[...ids]}::uuid[])`)
    .orderBy(sql`array_position(${[...ids]}::uuid[], j.id)`)
    .execute()

/** A page of completed, unbilled jobs of the doctors that the biller bills for (Q136). */
export async function listBillerJobs(work: ClinicWork, query: BillerQuery): Promise<Page<z.input<typeof BillerJob>>> {
  const { rows: ids, ...counts } = await findPage(work, query)
  const rows = ids.length === 0 ? [] : await readRows(work, ids)
  return { ...counts, rows: rows.map(({ number, ...job }) => ({ ...job, jobNumber: jobNumberText(number) })) }
}

/** Counts the unbilled jobs: all of them by the kept counts, the younger ones by the index of recently completed jobs. */
export async function countUnbilled(work: ClinicWork): Promise<z.input<typeof Unbilled>> {
  type Sums = Record<UnbilledAge, number>
  const { rows } = await sql<{ ages: Sums; authors: z.input<typeof Unbilled>['authors'] }>`${prepared} with
    ${doctorsOf(work, [])}, ${counted(work)}
    select (select json_build_object('TO_2_DAYS', coalesce(sum(young), 0), 'TO_7_DAYS', coalesce(sum(middle), 0),
        'OLDER', coalesce(sum(older), 0)) from counted) as ages,
      (select coalesce(json_agg(json_build_object('doctorId', id, 'doctorName', full_name, 'jobs', jobs) order by jobs desc, full_name), '[]')
        from (select * from counted order by jobs desc, full_name limit ${mostAuthors}) most) as authors`.execute(
    work.db,
  )
  const { ages, authors } = rows[0]!
  return { ages: unbilledAges.map((age) => ({ age, jobs: ages[age] })), authors }
}
