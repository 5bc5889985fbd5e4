import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { list, listQuery } from '../list.ts'
import { day, id, idList, idOf, nothing, ofPatient, patientName, sessionId, time, wordList } from '../shapes.ts'

export const BillerJob = z.object({
  jobId: id,
  jobNumber: z.string(),
  author: z.string(),
  facility: z.object({ facilityId: id, facilityName: z.string() }),
  /** Of the facility: times are shown in it (Q183). */
  timeZone: z.string(),
  patientName,
  /** With the two below, distinguishes a patient from another of the same name. */
  medicalRecordNumber: ofPatient(z.string()),
  gender: ofPatient(z.string()),
  dob: ofPatient(z.nullable(day)),
  submissionTime: time,
  /** Date of encounter. */
  effectiveDate: z.nullable(day),
  heldBy: z.nullable(z.object({ id, fullName: z.string() })),
})
export type BillerJob = z.output<typeof BillerJob>

/** For how many days a job has been completed but not billed: up to 2, 3 to 7, more. */
export const unbilledAges = ['TO_2_DAYS', 'TO_7_DAYS', 'OLDER'] as const
export type UnbilledAge = (typeof unbilledAges)[number]

/** A biller's unbilled jobs, by age and by author. */
export const Unbilled = z.object({
  ages: z.array(z.object({ age: z.enum(unbilledAges), jobs: z.number() })),
  /** The 50 authors with the most. */
  authors: z.array(z.object({ doctorId: id, doctorName: z.string(), jobs: z.number() })),
})
export type Unbilled = z.output<typeof Unbilled>

export const billerRefusals = defineRefusals({
  heldByOther: { status: 409, code: 'held-by-other-biller', message: 'Another biller is already working on this job.' },
})

export const billerCalls = defineCalls({
  listBillerJobs: list({
    path: '/clinic/biller/jobs/list',
    summary: 'Completed jobs of the doctors for whom the biller works.',
    callers: ['biller'],
    query: listQuery({
      search: 'name',
      sort: ['submissionTime', 'effectiveDate'],
      order: 'descend',
      filters: { age: wordList(unbilledAges, 'This isn’t an age that the list knows.'), doctorIds: idList('none') },
    }),
    row: BillerJob,
    audit: 'biller-jobs.viewed',
  }),
  countUnbilled: {
    method: 'GET',
    path: '/clinic/biller/jobs/unbilled',
    summary: 'The number of unbilled jobs of the biller, by age and author.',
    callers: ['biller'],
    result: Unbilled,
    example: {},
  },
  assignToBiller: {
    method: 'POST',
    path: '/clinic/biller/job/assign',
    summary: 'View: the biller takes the job (T18).',
    callers: ['biller'],
    query: z.object({ jobId: idOf('job') }),
    result: z.object({ sessionId: id }),
    example: { query: { jobId: '$job' } },
  },
  billJob: {
    method: 'PUT',
    path: '/clinic/job/{id}/bill',
    summary: 'The assigned biller marks a completed job as billed (T19).',
    callers: ['biller'],
    params: z.object({ id: idOf('job') }),
    query: z.object({ sessionId }),
    result: nothing,
    example: { params: { id: '$job' } },
  },
})
