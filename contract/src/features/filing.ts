import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { list, listQuery } from '../list.ts'
import { id, idOf, nothing, ofPatient, patientName, sessionId, time } from '../shapes.ts'
import { authors, managers } from '../roles.ts'

/** How a demo EHR answers writes (Q192). */
export const ehrBehaviours = ['accept', 'refuse', 'hang', 'accept-then-time-out'] as const
export type EhrBehaviour = (typeof ehrBehaviours)[number]

export const FiledNote = z.object({
  id,
  jobId: id,
  jobNumber: z.string(),
  noteVersion: z.number(),
  patientName,
  medicalRecordNumber: ofPatient(z.string()),
  author: z.string(),
  workType: z.nullable(z.string()),
  dateOfEncounter: z.nullable(z.string()),
  text: ofPatient(z.string()),
  receivedAt: time,
  /** How often the same note arrived; more than once only after a time-out. */
  deliveries: z.number(),
  struckOut: z.boolean(),
})
export type FiledNote = z.output<typeof FiledNote>

export const filingCalls = defineCalls({
  strikeJob: {
    method: 'PATCH',
    path: '/clinic/job/{id}/strike',
    summary: 'Strikes out a completed note of the caller, in the EHR and then here (T20).',
    callers: authors,
    params: z.object({ id: idOf('job') }),
    query: z.object({ sessionId }),
    result: nothing,
    kind: 'in-steps',
    answerWithinMs: 120_000,
    example: { params: { id: '$job' } },
  },
  listFiledNotes: list({
    path: '/clinic/demo-ehr/{facilityId}/notes',
    summary: 'What the demo EHR of a facility received, newest first.',
    callers: managers,
    params: z.object({ facilityId: idOf('facility') }),
    query: listQuery({}),
    row: FiledNote,
    extra: { behaviour: z.enum(ehrBehaviours), timeZone: z.string() },
    audit: 'demo-ehr.viewed',
    example: { params: { facilityId: '$facility' } },
  }),
  setEhrBehaviour: {
    method: 'PUT',
    path: '/clinic/demo-ehr/{facilityId}/behaviour',
    summary: 'Makes the demo EHR of a facility accept, refuse, hang, or accept and then time out.',
    callers: managers,
    params: z.object({ facilityId: idOf('facility') }),
    body: z.strictObject({ behaviour: z.enum(ehrBehaviours) }),
    result: nothing,
    audit: 'demo-ehr.behaviour-set',
    auditDetail: ['behaviour'],
    example: { params: { facilityId: '$facility' }, body: { behaviour: 'accept' } },
  },
})
