import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { list, listQuery } from '../list.ts'
import { day, id, time } from '../shapes.ts'

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
  listBillerJobs: list({
    path: '/clinic/biller/jobs/list',
    summary: 'Completed jobs of the doctors that this biller bills for.',
    callers: ['biller'],
    query: listQuery({ search: 'name', sort: ['submissionTime', 'effectiveDate'], order: 'descend' }),
    row: BillerJob,
  }),
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
