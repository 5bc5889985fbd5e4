import type { LineCount, LineGroup } from '@dictara/contract/line-counts'
import { type RawBuilder, sql } from 'kysely'
import { seesWholeClinic } from '../../platform/actor.ts'
import { type ClinicWork, rowsOf } from '../../platform/database/index.ts'

/** The period, and the facilities to which it is narrowed; none: all that the actor reaches. */
export interface Period {
  from: string
  to: string
  facilityIds: readonly string[]
}

/** A row as it is read: lines in hundredths, so that sums are exact. */
export type CountedRow = Omit<LineCount, 'lines'> & { hundredths: number }

interface Of {
  id: RawBuilder<string>
  named: RawBuilder<unknown>
  userType: RawBuilder<string | null>
}
const ofUser = (id: RawBuilder<string>): Of => ({
  id,
  named: sql`users n on n.clinic_id = g.clinic_id and n.id = g.id`,
  userType: sql`n.user_type`,
})
const groups: Record<LineGroup, Of & { name: RawBuilder<string> }> = {
  typist: { ...ofUser(sql`t.user_id`), name: sql`n.full_name` },
  author: { ...ofUser(sql`t.author_id`), name: sql`n.full_name` },
  facility: {
    id: sql`t.facility_id`,
    named: sql`facilities n on n.clinic_id = g.clinic_id and n.id = g.id`,
    userType: sql`null`,
    name: sql`n.name`,
  },
}

/** `typed`: each dictation whose typing was completed first in the period, with who typed it. */
function typedIn({ actor, clinicId }: ClinicWork, { from, to, facilityIds }: Period): RawBuilder<unknown> {
  const isAmong = (ids: readonly string[]) => sql`j.facility_id = any(${[...ids]}::uuid[])`
  return sql`typed as (
    select s.clinic_id, s.user_id, j.author_id, j.facility_id, round(coalesce(s.lines, 0)::numeric, 2) as lines, j.audio_ms
    from job_stints s
    join jobs j on j.clinic_id = s.clinic_id and j.id = s.job_id
    join facilities f on f.clinic_id = j.clinic_id and f.id = j.facility_id
    where s.clinic_id = ${clinicId} and s.stage = 'TRANSCRIPTION' and s.action = 'Completed'
      and s.ended_at between ${from}::date - interval '2 days' and ${to}::date + interval '3 days'
      and (s.ended_at at time zone f.time_zone)::date between ${from}::date and ${to}::date
      and ${seesWholeClinic(actor) ? sql`true` : isAmong(actor.facilityIds)}
      and ${facilityIds.length > 0 ? isAmong(facilityIds) : sql`true`}
      and not exists (select from job_stints e where e.clinic_id = s.clinic_id and e.job_id = s.job_id
        and e.stage = 'TRANSCRIPTION' and e.action = 'Completed' and (e.ended_at, e.id) < (s.ended_at, s.id)))`
}

/**
 * What was typed in a period, by group and name. Pay is rounded for each row: a person is paid their lines times their rate, to the
 * cent. The rate of all is for transcriptionists only: who types for themselves is not paid by the line, unless they have a rate.
 */
export async function countRows(work: ClinicWork, by: LineGroup, period: Period): Promise<CountedRow[]> {
  const { id, named, name, userType } = groups[by]
  const isTypist = sql.raw(String(by === 'typist'))
  return rowsOf(
    work,
    sql`with ${typedIn(work, period)}, by_typist as (
      select t.clinic_id, ${id} as id, t.user_id, count(*) as jobs, sum(t.lines) as lines, sum(t.audio_ms) as ms
      from typed t group by 1, 2, 3
    ), g as (
      select b.clinic_id, b.id, sum(b.jobs)::int as jobs, (sum(b.lines) * 100)::float8 as hundredths,
        sum(b.ms)::float8 / 1000 as seconds, round(sum(b.lines * r.rate) / 100)::float8 as pay_cents,
        case when ${isTypist} then max(r.rate) end as rate, ${isTypist} and bool_or(r.is_own) as has_own_rate
      from by_typist b
      join users u on u.clinic_id = b.clinic_id and u.id = b.user_id
      left join pay_rates own on own.clinic_id = b.clinic_id and own.user_id = b.user_id
      left join pay_rates usual on usual.clinic_id = b.clinic_id and usual.user_id is null and u.user_type = 'transcriptionist'
      cross join lateral (select coalesce(own.rate, usual.rate) as rate, own.rate is not null as is_own) r
      group by 1, 2)
    select g.id, ${name} as name, ${userType} as user_type, g.jobs, g.hundredths, g.seconds, g.pay_cents, g.rate, g.has_own_rate
    from g join ${named} order by lower(${name}), g.id`,
  )
}

/** What a line is paid to a person as their own rate, or to everybody (null). */
export async function findRate({ db, clinicId }: ClinicWork, userId: string | null): Promise<number | null> {
  const found = await db
    .selectFrom('payRates')
    .select('rate')
    .where('clinicId', '=', clinicId)
    .where('userId', 'is not distinct from', userId)
    .executeTakeFirst()
  return found?.rate ?? null
}

/** @returns false when the rate is not the one that was seen any more */
export async function replaceRate(
  work: ClinicWork,
  userId: string | null,
  { seen, rate }: { seen: number | null; rate: number | null },
): Promise<boolean> {
  if (seen === null && rate === null) return (await findRate(work, userId)) === null
  const { db, clinicId } = work
  const kept = sql`clinic_id = ${clinicId} and user_id is not distinct from ${userId}::uuid and rate = ${seen}`
  const { numAffectedRows = 0n } = await (seen === null
    ? sql`insert into pay_rates (clinic_id, user_id, rate) values (${clinicId}, ${userId}, ${rate}) on conflict do nothing`
    : rate === null
      ? sql`delete from pay_rates where ${kept}`
      : sql`update pay_rates set rate = ${rate} where ${kept}`
  ).execute(db)
  return numAffectedRows > 0n
}
