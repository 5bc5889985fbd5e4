import type pg from 'pg'

/** A request for a page of a clinic's list, filtered and searched, newest first. */
export interface ListRequest {
  clinicId: string
  tab: 'COMPLETE' | 'INREVIEW'
  facilityIds: string[]
  searchValue: string
}

/** Typical searches: a job number, a patient's full name, a last name, or its beginning with an author's name. */
const searches = `
  select j.clinic_id, j.tab, j.facility_id,
    case j.number % 4 when 0 then lpad(j.number::text, 6, '0') when 1 then p.first_name || ' ' || p.last_name
      when 2 then p.last_name else left(p.first_name, 4) || ' ' || left(p.last_name, 5) || ' ' || a.last_name end as words
  from jobs j join patients p on p.clinic_id = j.clinic_id and p.id = j.patient_id join users a on a.id = j.author_id
  where j.clinic_id = $1 and j.tab in ('COMPLETE', 'INREVIEW') and j.number % $2 < 4
  order by md5(j.id::text) limit $3`

/** Returns repeatable requests for two of the four facilities of a clinic, taken from its jobs. */
export async function requestsFor(owner: pg.Client, clinicId: string, count: number): Promise<ListRequest[]> {
  const facilities = await owner.query<{ id: string }>('select id from facilities where clinic_id = $1 order by name', [
    clinicId,
  ])
  const ids = facilities.rows.map((row) => row.id)
  const { rows } = await owner.query<{ tab: ListRequest['tab']; facilityId: string; words: string }>(
    searches.replace('j.facility_id,', 'j.facility_id as "facilityId",'),
    [clinicId, 4, count],
  )
  return rows.map(({ tab, facilityId, words }, index) => ({
    clinicId,
    tab,
    facilityIds: [facilityId, ids[(ids.indexOf(facilityId) + 1 + (index % 3)) % ids.length]!],
    searchValue: words,
  }))
}

export const clinicOf = async (owner: pg.Client, n: number): Promise<string> =>
  (await owner.query<{ id: string }>('select clinic_id as id from clinics where name = $1', [`Clinic ${n}`])).rows[0]!
    .id

export type Run = (request: ListRequest) => Promise<unknown>

/** Returns the requests per second with this many in parallel. */
export async function throughput(run: Run, requests: readonly ListRequest[], atOnce: number): Promise<number> {
  const started = performance.now()
  let next = 0
  const worker = async () => {
    while (next < requests.length) await run(requests[next++]!)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return (requests.length / (performance.now() - started)) * 1000
}

/**
 * Makes requests at a steady rate that does not wait for answers. Returns the milliseconds from the scheduled time of
 * each request to its answer.
 */
export async function atRate(run: Run, requests: readonly ListRequest[], perSecond: number): Promise<number[]> {
  const started = performance.now()
  return Promise.all(
    requests.map(async (request, index) => {
      const due = started + (index * 1000) / perSecond
      await new Promise((resolve) => setTimeout(resolve, due - performance.now()))
      await run(request)
      return performance.now() - due
    }),
  )
}

export const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))]!
export const median = (values: readonly number[]) => percentile(values, 0.5)
