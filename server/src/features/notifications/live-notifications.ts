import type { LiveFrame } from '@dictara/contract/notifications'
import type { Doors } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import type { LiveSource } from '../../platform/live/hub.ts'
import { countUnread, findNotifications, toNotification } from './notifications.store.ts'

const strings = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])

/** Stored notifications as they arrive in their owner's browsers, with the new number of unread ones. */
export const pushNotifications =
  (doors: Doors): LiveSource =>
  async ({ clinicId, notificationIds }, connected) =>
    doors.forLive(async (work) => {
      const rows = await findNotifications(work, strings(notificationIds))
      const mine = rows.filter(({ userId }) => connected.some((actor) => actor.userId === userId))
      const unread = await countUnread(
        work,
        mine.map(({ userId }) => userId),
      )
      return mine.map((row) => {
        const notification = { ...toNotification(row), createdDate: row.createdDate.toISOString() }
        const frame: LiveFrame = {
          type: 'message',
          notification,
          counts: { unReadCount: unread.get(row.userId) ?? 0 },
        }
        return { userId: row.userId, frame }
      })
    }, String(clinicId))

/** JOB_READY_INPROGRESS: the job left its pool; browsers take it out of their list of new ones. */
export const pushBadges =
  (doors: Doors): LiveSource =>
  async ({ clinicId, userIds, jobId }, connected) =>
    doors.forLive(async (work) => {
      const people = strings(userIds).filter((id) => connected.some((actor) => actor.userId === id))
      const unread = await countUnread(work, people)
      return people.map((userId) => {
        const frame: LiveFrame = {
          type: 'message',
          notification: {
            id: newId(),
            readStatus: true,
            target: 'JOB_READY_INPROGRESS',
            type: 'JOB_READY_INPROGRESS',
            targetId: String(jobId),
            senderName: 'Dictara',
            body: '',
            createdDate: work.now.toISOString(),
            profilePicture: null,
            facilities: { facilityName: '', timeZone: 'UTC' },
          },
          counts: { unReadCount: unread.get(userId) ?? 0 },
        }
        return { userId, frame }
      })
    }, String(clinicId))

/** Somebody has read notifications: all their browsers show how many are left. */
export const pushReading =
  (doors: Doors): LiveSource =>
  async ({ clinicId, userIds }, connected) =>
    doors.forLive(async (work) => {
      const people = strings(userIds).filter((id) => connected.some((actor) => actor.userId === id))
      const unread = await countUnread(work, people)
      return people.map((userId) => {
        const frame: LiveFrame = { type: 'read', counts: { unReadCount: unread.get(userId) ?? 0 } }
        return { userId, frame }
      })
    }, String(clinicId))
