import type pg from 'pg'

/** The number of the first made job. */
const firstNumber = 900_000
/** The demo's dictations are short, so each note contains its text this many times. */
const times = 6

const one = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Copies rows of a table, with the given columns changed. */
async function copy(owner: pg.Client, table: string, from: string, changed: Record<string, string>) {
  const { rows } = await owner.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => changed[name] ?? `t.${name}`)
  await owner.query(`insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${table} t ${from}`)
}

/**
 * Fills the pool of the demo's transcriptionist with this many copies of the converted jobs with the longest notes.
 * Each copy has its text, words, waveform and sound, and the pool has no other jobs. @returns the number of words of a
 * note
 */
export async function fillPool(owner: pg.Client, email: string, jobs: number): Promise<number> {
  const reached = `select l.clinic_id, l.facility_id from facility_users l
    join users u on u.clinic_id = l.clinic_id and u.id = l.user_id where u.email = ${one(email)}`
  await owner.query("set session_replication_role = replica; set timezone = 'UTC'")
  await owner.query(`create temp table sources as
    select row_number() over (order by length(n.tokens::text) desc) - 1 as place, j.clinic_id, j.id, jsonb_array_length(n.tokens) as words
    from jobs j join notes n on n.clinic_id = j.clinic_id and n.job_id = j.id
    join conversions c on c.clinic_id = j.clinic_id and c.job_id = j.id
    join listening_copies h on h.clinic_id = j.clinic_id and h.job_id = j.id
    where (j.clinic_id, j.facility_id) in (${reached}) and j.number < ${firstNumber} order by length(n.tokens::text) desc limit 5`)
  await owner.query(`create temp table made as select n, s.clinic_id, s.id as source, s.words, uuidv7() as job, uuidv7() as dictation
    from generate_series(0, ${jobs - 1}) n join sources s on s.place = n % (select count(*) from sources)`)
  await owner.query(`delete from job_counts where status = 'AVAILABLE'`)
  await owner.query(`update jobs set is_enabled = false where status = 'AVAILABLE'
    or (status = 'IN_PROGRESS' and holder_id in (select id from users where email = ${one(email)}))`)
  const ofJob = 'join made m on m.clinic_id = t.clinic_id and m.source = t.job_id'
  await copy(owner, 'jobs', 'join made m on m.clinic_id = t.clinic_id and m.source = t.id', {
    id: 'm.job',
    number: `${firstNumber} + m.n`,
    dictation_id: 'm.dictation',
    status: "'AVAILABLE'",
    level: 'null',
    holder_id: 'null',
    held_since: 'null',
    transcriber_id: 'null',
    biller_id: 'null',
    returned: 'false',
    rejected_by: 'null',
    review_levels: 'null',
    fail_stage: 'null',
    reason_for_failing: 'null',
    completed_at: 'null',
    is_enabled: 'true',
    work_type: "coalesce(t.work_type, 'Progress Note')",
    due_at: "now() + interval '1 hour' + m.n * interval '1 second'",
    waiting_since: 'now()',
    submitted_at: "now() - interval '1 hour' + m.n * interval '1 second'",
  })
  for (const table of ['conversions', 'conversion_segments', 'notes', 'listening_copies'])
    await copy(owner, table, ofJob, { job_id: 'm.job' })
  const content = Array.from({ length: times }, () => 't.content').join(' || ')
  await copy(owner, 'note_section_versions', ofJob, { job_id: 'm.job', content })
  await copy(owner, 'note_sections', ofJob, { job_id: 'm.job' })
  await copy(owner, 'note_stages', `${ofJob} where t.stage = 'CONVERTED'`, { id: 'uuidv7()', job_id: 'm.job' })
  await owner.query(`insert into job_counts (clinic_id, author_id, facility_id, tab, status, returned, level, jobs)
    select clinic_id, author_id, facility_id, tab, status, false, level, count(*) from jobs j
    where status = 'AVAILABLE' and is_enabled group by 1, 2, 3, 4, 5, 6, 7`)
  await owner.query('set session_replication_role = default')
  await owner.query('vacuum analyze')
  const { rows } = await owner.query<{ words: string }>('select round(avg(words)) as words from made')
  return times * Number(rows[0]!.words)
}
