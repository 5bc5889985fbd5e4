import type { BillerJob } from '@dictara/contract/biller-review'
import { sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import { type CappedPageOf, type ClinicWork, page, type PageQuery } from '../../platform/database/index.ts'
import { isFound, jobNumberText, readSearch } from '../jobs/index.ts'

export interface BillerQuery extends PageQuery<'submissionTime' | 'effectiveDate'> {
  name: string
}

/** At most so many matches are counted; beyond, the answer says that there are more. */
const totalCap = 1_000

/** Completed jobs, not billed yet, of the doctors that the biller bills for (Q136). */
export async function listBillerJobs(
  work: ClinicWork,
  { name, ...query }: BillerQuery,
): Promise<CappedPageOf<z.input<typeof BillerJob>>> {
  const jobs = await page(work, query, {
    from: work.db
      .selectFrom('jobs as j')
      .where(({ and }) => and({ 'j.clinicId': work.clinicId, 'j.tab': 'COMPLETE', 'j.status': 'COMPLETED' }))
      .where('j.authorId', 'in', ({ selectFrom }) =>
        selectFrom('users')
          .select('id')
          .where(({ and }) => and({ clinicId: work.clinicId, billerId: work.actor.userId })),
      )
      .where(isFound(work.actor, readSearch(name))),
    columns: (chosen) =>
      chosen
        .innerJoin('users as a', (join) => join.onRef('a.clinicId', '=', 'j.clinicId').onRef('a.id', '=', 'j.authorId'))
        .innerJoin('patients as p', (join) =>
          join.onRef('p.clinicId', '=', 'j.clinicId').onRef('p.id', '=', 'j.patientId'),
        )
        .innerJoin('facilities as f', (join) =>
          join.onRef('f.clinicId', '=', 'j.clinicId').onRef('f.id', '=', 'j.facilityId'),
        )
        .leftJoin('users as h', (join) => join.onRef('h.clinicId', '=', 'j.clinicId').onRef('h.id', '=', 'j.billerId'))
        .select(['j.id as jobId', 'j.number', 'a.fullName as author', 'f.timeZone', 'j.submittedAt as submissionTime'])
        .select('j.dateOfEncounter as effectiveDate')
        .select(sql<string>`p.first_name || ' ' || p.last_name`.as('patientName'))
        .select(({ eb, ref }) => [
          jsonBuildObject({ facilityId: ref('f.id'), facilityName: ref('f.name') }).as('facility'),
          eb
            .case()
            .when('h.id', 'is not', null)
            .then(jsonBuildObject({ id: ref('h.id').$notNull(), fullName: ref('h.fullName').$notNull() }))
            .end()
            .as('heldBy'),
        ]),
    sort: { submissionTime: 'j.submittedAt', effectiveDate: 'j.dateOfEncounter' },
    tie: 'j.id',
    cap: totalCap,
  })
  return {
    ...jobs,
    result: jobs.result.map(({ number, ...job }) => ({ ...job, jobNumber: jobNumberText(number) })),
  }
}
