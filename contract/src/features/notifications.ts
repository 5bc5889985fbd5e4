import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { list, listQuery } from '../list.ts'
import { flag, id, idOf, nothing, patientName, time } from '../shapes.ts'
import { jobStatuses, reviewLevels } from './job.ts'
import { everyone } from '../roles.ts'

export const notificationTargets = [
  'REVIEWER_REJECTED',
  'TRANSCRIPTIONIST_REJECTED',
  'TRANSCRIPTIONIST_COMPLETED',
  'TRANSCRIPTIONIST_READY',
  'NEW_JOB_AVAILABLE',
  'JOB_READY_INPROGRESS',
  'TRANSCRIPTION_WRITE_FAILED',
  'VERIFY_EMR',
  'EHR_FAILING',
  'EHR_WORKS_AGAIN',
  'DELIVERY_FAILING',
  'DELIVERY_WORKS_AGAIN',
  'TRIAL_ENDS',
  'PAYMENT_FAILED',
  'PLAN_ENDED',
] as const
export type NotificationTarget = (typeof notificationTargets)[number]

export const Notification = z.object({
  id,
  readStatus: z.boolean(),
  target: z.enum(notificationTargets),
  type: z.enum(notificationTargets),
  /** The job, or the facility (see `isOfFacility`). */
  targetId: id,
  /** The reader may open the job. */
  mayOpen: z.boolean(),
  /** For a job that may be opened; a notification that arrives live names no patient. */
  patientName: z.nullable(patientName),
  /** Why it was returned: the first words. */
  comment: z.nullable(z.string()),
  senderName: z.string(),
  body: z.string(),
  createdDate: time,
  profilePicture: z.nullable(z.string()),
  facilities: z.object({
    facilityName: z.string(),
    /** The zone for showing its times. */
    timeZone: z.string(),
    /** Link of VERIFY_EMR; null once the person is verified, and for all other types. */
    emrVerificationUrl: z.nullable(z.string()),
  }),
})
export type Notification = z.output<typeof Notification>

/** Frames of the live channel `/public/websocket` (wire.md, Websocket). The server sends these. */
export const LiveFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connected') }),
  z.object({ type: z.literal('subscribed'), channel: z.string() }),
  z.object({ type: z.literal('refused'), message: z.string() }),
  z.object({
    type: z.literal('message'),
    notification: Notification,
    counts: z.object({ unReadCount: z.number() }),
  }),
  z.object({
    type: z.literal('job'),
    jobId: id,
    status: z.enum(jobStatuses),
    level: z.nullable(z.enum(reviewLevels)),
    version: z.number(),
    isEnabled: z.boolean(),
    heldBy: z.nullable(id),
    progress: z.optional(z.number()),
  }),
  /** The person has read some of them, in any browser: this many are left. */
  z.object({ type: z.literal('read'), counts: z.object({ unReadCount: z.number() }) }),
  /** The person's lists contain other jobs than before, e.g. a biller's after a doctor was linked to another. */
  z.object({ type: z.literal('lists') }),
])
export type LiveFrame = z.output<typeof LiveFrame>

/** Frames of the client: first `connect` within 5 s, then `subscribe`, later `connect` again with a renewed token. */
export const ClientFrame = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('connect'), token: z.string().check(z.maxLength(4096)) }),
  z.strictObject({ type: z.literal('subscribe'), channel: z.string().check(z.maxLength(200)) }),
])
export type ClientFrame = z.output<typeof ClientFrame>

/** Close codes: the session ended; the server restarts. */
export const liveCloseCodes = { sessionEnded: 4401, restart: 1012 }

const ofPerson = z.object({ id: idOf('own-user') })

export const notificationCalls = defineCalls({
  listNotifications: list({
    path: '/clinic/user/{id}/notifications',
    summary: 'The caller’s notifications, newest first.',
    callers: everyone,
    params: ofPerson,
    query: listQuery({ scope: { notificationType: z.prefault(z.enum(['WEB']), 'WEB') }, size: 5 }),
    row: Notification,
    extra: { unReadCount: z.number() },
    audit: 'notifications.viewed',
    example: { params: { id: '$self' } },
  }),
  markNotifications: {
    method: 'PUT',
    path: '/clinic/user/{id}/notifications',
    summary: 'Marks one or all notifications as read. The person’s other browsers get the new count.',
    callers: everyone,
    params: ofPerson,
    query: z
      .object({ notificationId: z.optional(idOf('notification')), readAll: z.optional(flag) })
      .check(
        z.refine(
          ({ notificationId, readAll }) => readAll || notificationId !== undefined,
          'Say which notification was read.',
        ),
      ),
    result: nothing,
    example: { params: { id: '$self' }, query: { readAll: true } },
  },
})
