import { createListeners } from '@dictara/browser/listeners'
import type { Notification } from '@dictara/contract/notifications'

let jobIds: ReadonlySet<string> = new Set()
const listeners = createListeners()

function become(next: ReadonlySet<string>) {
  jobIds = next
  listeners.tell()
}

/** The jobs that live notifications announced as new in the person's pool and that are still there (NOTIF-17, NOTIF-18). */
export const newReadyJobs = (): ReadonlySet<string> => jobIds

/** NEW_JOB_AVAILABLE adds its job. JOB_READY_INPROGRESS removes it, because another person took it. */
export function hearOfReadyJob({ target, targetId }: Pick<Notification, 'target' | 'targetId'>): void {
  if (target === 'NEW_JOB_AVAILABLE') become(new Set(jobIds).add(targetId))
  else if (target === 'JOB_READY_INPROGRESS' && jobIds.has(targetId))
    become(new Set([...jobIds].filter((id) => id !== targetId)))
}

/** Called when the person has seen the jobs or when another person signs in. */
export function forgetReadyJobs(): void {
  if (jobIds.size > 0) become(new Set())
}

export const onReadyJobsChange = listeners.subscribe
