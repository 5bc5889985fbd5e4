import type { Pipeline } from '@dictara/contract/dashboards'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { seesWholeClinic } from '../../platform/actor.ts'
import { type ClinicWork, preparedMark } from '../../platform/database/index.ts'
import { turnaroundAt } from './turnaround-at.ts'

type PipelineIn = z.input<typeof Pipeline>
type Days = Pick<PipelineIn, 'submittedToday' | 'filedToday' | 'medianMinutes' | 'days'> & { filedAudioLength: number }

/** So many days are told, today among them. */
const days = 14

interface DayRow {
  day: string
  received: number
  filed: number
  audioLength: number
  /** Jobs and seconds of each class of turnaround, the quickest first. */
  classes: [number, number][] | null
}

const rounded = (minutes: number | null) => minutes && Math.round(minutes)

/**
 * What came in, what was filed and how long it took, on each of the 14 days that end today, in the clinic's calendar: sums of
 * what is kept by day, whatever lies behind it.
 */
export async function readDays(work: ClinicWork, today: string): Promise<Days> {
  const { clinicId, actor } = work
  const { rows } = await sql<DayRow>`${sql.raw(preparedMark)} with kept as materialized (
      select d.day, d.kind, d.turnaround_class, sum(d.jobs)::int as jobs, sum(d.seconds) as seconds, sum(d.audio_ms) as audio_ms
      from job_days d where d.clinic_id = ${clinicId} and d.day > ${today}::date - ${days}::int and d.day <= ${today}::date
        and (${seesWholeClinic(actor)} or d.facility_id = any(${[...actor.facilityIds]}::uuid[]))
      group by 1, 2, 3
    )
    select to_char(a.day, 'YYYY-MM-DD') as day,
      coalesce(sum(k.jobs) filter (where k.kind = 'IN'), 0)::int as received,
      coalesce(sum(k.jobs) filter (where k.kind = 'OUT'), 0)::int as filed,
      coalesce(sum(k.audio_ms) filter (where k.kind = 'OUT') / 1000, 0)::int as audio_length,
      json_agg(json_build_array(k.jobs, k.seconds) order by k.turnaround_class) filter (where k.kind = 'OUT') as classes
    from (select ${today}::date - n as day from generate_series(0, ${days}::int - 1) n) a left join kept k on k.day = a.day
    group by a.day order by a.day`.execute(work.db)
  const told = rows.map(({ day, received, filed, classes }) => {
    const taken = (classes ?? []).map(([jobs, seconds]) => ({ jobs, seconds }))
    const [medianMinutes, p90Minutes] = [rounded(turnaroundAt(0.5, taken)), rounded(turnaroundAt(0.9, taken))]
    return { day, received, filed, medianMinutes, p90Minutes }
  })
  const last = told.at(-1)!
  return {
    days: told,
    submittedToday: last.received,
    filedToday: last.filed,
    medianMinutes: last.medianMinutes,
    filedAudioLength: rows.at(-1)!.audioLength,
  }
}
