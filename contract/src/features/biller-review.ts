import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { day, id, paging, searchValue, sortKey, sortOrder, time } from '../shapes.ts'

export const BillerJob = z.object({
  jobId: id,
  jobNumber: z.string(),
  author: z.string(),
  facility: z.object({ facilityId: id, facilityName: z.string() }),
  /** Of the facility: times are shown in it (Q183). */
  timeZone: z.string(),
  patientName: z.string(),
  submissionTime: time,
  /** Date of encounter. */
  effectiveDate: z.nullable(day),
  heldBy: z.nullable(z.object({ id, fullName: z.string() })),
})
export type BillerJob = z.output<typeof BillerJob>

export const billerRefusals = defineRefusals({
  heldByOther: { status: 409, code: 'held-by-other-biller', message: 'Another biller is already working on this job.' },
})

export const billerCalls = defineCalls({
  listBillerJobs: {
    method: 'GET',
    path: '/clinic/biller/jobs/list',
    summary: 'Completed jobs of the doctors that this biller bills for.',
    callers: ['biller'],
    query: z.object({
      ...paging(10),
      name: searchValue,
      sortKey: sortKey('submissionTime', 'effectiveDate'),
      sortOrder: sortOrder('descend'),
    }),
    result: BillerJob,
    extra: z.object({ sizeIsCapped: z.optional(z.boolean()) }),
    audit: null,
    person: false,
    example: {},
  },
  assignToBiller: {
    method: 'POST',
    path: '/clinic/biller/job/assign',
    summary: 'View: the biller takes the job (T18).',
    callers: ['biller'],
    ids: { jobId: 'job' },
    query: z.object({ jobId: id }),
    result: z.object({ sessionId: id }),
    audit: null,
    person: true,
    example: { query: { jobId: '$job' } },
  },
})
