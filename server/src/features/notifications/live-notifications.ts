import { isOfFacility } from '@dictara/contract/notification-lists'
import type { LiveFrame, Notification, NotificationTarget } from '@dictara/contract/notifications'
import type { Actor } from '../../platform/actor.ts'
import type { Doors, Work } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import type { LiveSource } from '../../platform/live/hub.ts'
import { countUnread, findTold, type StoredNotification, toNotification } from './notifications.store.ts'
import { listPool, type PoolOf } from './tell-people.ts'

const idsOf = (connected: readonly Actor[]) => [...new Set(connected.map(({ userId }) => userId))]

const shownNow = (row: StoredNotification): Notification => ({
  ...toNotification(row),
  mayOpen: !isOfFacility(row.target),
  patientName: null,
  comment: null,
  createdDate: row.createdDate.toISOString(),
})

/** A notification, already read, that only updates the list of new jobs. */
const badge = (work: Work, target: NotificationTarget, jobId: string): Notification => ({
  id: newId(),
  readStatus: true,
  target,
  type: target,
  targetId: jobId,
  mayOpen: false,
  patientName: null,
  comment: null,
  senderName: 'Dictara',
  body: '',
  createdDate: work.now.toISOString(),
  profilePicture: null,
  facilities: { facilityName: '', timeZone: 'UTC', emrVerificationUrl: null },
})

/** The frames for people's browsers, each with the person's number of unread notifications. */
async function frames(work: Work, told: readonly { userId: string; notification: Notification }[]) {
  const unread = await countUnread(
    work,
    told.map(({ userId }) => userId),
  )
  return told.map(({ userId, notification }) => {
    const counts = { unReadCount: unread.get(userId) ?? 0 }
    const frame: LiveFrame = { type: 'message', notification, counts }
    return { userId, frame }
  })
}

const poolHere = async (work: Work, pool: PoolOf, here: readonly string[]) => {
  const people = new Set(await listPool(work, pool))
  return here.filter((id) => people.has(id))
}

/**
 * Pushes the notifications of an event to people's browsers. People who silenced them get only what their list needs to show a job
 * that is new in their pool (Q027).
 */
export const pushNotifications =
  (doors: Doors): LiveSource =>
  async ({ clinicId, event, pool }, connected) =>
    doors.forLive(async (work) => {
      const here = idsOf(connected)
      const rows = await findTold(work, String(event), here)
      const told = rows.map((row) => ({ userId: row.userId, notification: shownNow(row) }))
      if (pool) {
        const of = pool as PoolOf
        const known = new Set(rows.map(({ userId }) => userId))
        for (const userId of await poolHere(work, of, here))
          if (!known.has(userId)) told.push({ userId, notification: badge(work, 'NEW_JOB_AVAILABLE', of.jobId) })
      }
      return frames(work, told)
    }, String(clinicId))

/** JOB_READY_INPROGRESS: the job left its pool, so browsers remove it from their list of new jobs. */
export const pushBadges =
  (doors: Doors): LiveSource =>
  async ({ clinicId, pool }, connected) =>
    doors.forLive(async (work) => {
      const of = pool as PoolOf
      const people = await poolHere(work, of, idsOf(connected))
      return frames(
        work,
        people.map((userId) => ({ userId, notification: badge(work, 'JOB_READY_INPROGRESS', of.jobId) })),
      )
    }, String(clinicId))

/** After somebody has read notifications, pushes the number of unread ones to all their browsers. */
export const pushReading =
  (doors: Doors): LiveSource =>
  async ({ clinicId, userIds }, connected) =>
    doors.forLive(async (work) => {
      const people = idsOf(connected).filter((id) => (userIds as string[]).includes(id))
      const unread = await countUnread(work, people)
      return people.map((userId) => {
        const frame: LiveFrame = { type: 'read', counts: { unReadCount: unread.get(userId) ?? 0 } }
        return { userId, frame }
      })
    }, String(clinicId))
