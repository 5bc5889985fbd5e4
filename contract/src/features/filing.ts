import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { list, listQuery } from '../list.ts'
import { id, idList, idOf, nothing, ofPatient, patientName, sessionId, time, wordList } from '../shapes.ts'
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

/** WAITING: on its way; FILED: the EHR took it; FAILED: its job is incomplete, and somebody has to send it again. */
export const deliveryStates = ['WAITING', 'FILED', 'FAILED'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** The last version of a job’s note that went, or is to go, to the EHR of its facility. */
export const Delivery = z.object({
  jobId: id,
  jobNumber: z.string(),
  noteVersion: z.number(),
  patientName,
  medicalRecordNumber: ofPatient(z.string()),
  facilityId: id,
  facilityName: z.string(),
  /** The facility’s, for showing the times. */
  timeZone: z.string(),
  /** The EHR that it went to, or is to go to. */
  ehrName: z.string(),
  state: z.enum(deliveryStates),
  approvedAt: time,
  attempts: z.number(),
  lastTriedAt: z.nullable(time),
  /** When the EHR said that it has the note. */
  acknowledgedAt: z.nullable(time),
  /** What the EHR calls the note, e.g. the id of its document. */
  reference: z.nullable(z.string()),
  /** Why the last try did not succeed. */
  error: z.nullable(z.string()),
  /** Its job was deleted, but the EHR may have the note, which could not be struck out there. */
  isJobDeleted: z.boolean(),
  /** Whether it was struck out in the EHR, or could not be. */
  strikeStatus: z.enum(['NONE', 'STRUCK', 'FAILED']),
})
export type Delivery = z.output<typeof Delivery>

/** WORKING: it answered the last try; AWAY: it does not answer; REFUSING: it answers, and refuses note after note. */
export const destinationStates = ['WORKING', 'AWAY', 'REFUSING'] as const

/** The EHR of a facility, as a place that notes go to. */
export const Destination = z.object({
  facilityId: id,
  facilityName: z.string(),
  timeZone: z.string(),
  ehrName: z.string(),
  state: z.enum(destinationStates),
  waiting: z.number(),
  waitingSince: z.nullable(time),
  failed: z.number(),
  /** Why the last try did not succeed. */
  error: z.nullable(z.string()),
  /** Since when it has not answered. */
  awaySince: z.nullable(time),
  nextTryAt: z.nullable(time),
})
export type Destination = z.output<typeof Destination>

/** How many failed notes of a facility are sent again at once. */
export const mostSentAgain = 500

const ofFacility = z.object({ facilityId: idOf('facility') })

export const filingCalls = defineCalls({
  listDeliveries: list({
    path: '/clinic/deliveries',
    summary: 'The notes of the caller’s facilities on their way to the EHR, and how each arrived, the newest first.',
    callers: managers,
    query: listQuery({
      search: 'searchValue',
      sort: ['approvedAt'],
      order: 'descend',
      filters: { facilityIds: idList('facility'), states: wordList(deliveryStates, 'This state doesn’t exist.') },
    }),
    row: Delivery,
    audit: 'deliveries.viewed',
  }),
  listDestinations: {
    method: 'GET',
    path: '/clinic/destinations',
    summary: 'The EHRs of the caller’s facilities: whether each answers, what waits for it and what failed.',
    callers: managers,
    result: Destination,
    example: {},
  },
  sendFailedAgain: {
    method: 'POST',
    path: '/clinic/destinations/{facilityId}/send-again',
    summary: `Sends the failed notes of a facility again, at most ${mostSentAgain}, in the order of their approval (T17).`,
    callers: managers,
    params: ofFacility,
    result: z.object({ sent: z.number(), left: z.number() }),
    kind: 'in-steps',
    answerWithinMs: 120_000,
    audit: 'deliveries.sent-again',
    example: { params: { facilityId: '$facility' } },
  },
  tryDestination: {
    method: 'POST',
    path: '/clinic/destinations/{facilityId}/try',
    summary: 'Tries the EHR of a facility now instead of at its next time.',
    callers: managers,
    params: ofFacility,
    result: nothing,
    audit: 'deliveries.tried',
    example: { params: { facilityId: '$facility' } },
  },
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
