import { createListeners } from '@dictara/browser/listeners'
import type { Notification } from '@dictara/contract/notifications'

let jobIds: ReadonlySet<string> = new Set()
const listeners = createListeners()

function become(next: ReadonlySet<string>) {
  jobIds = next
  listeners.tell()
}

/** The jobs that were told live to be new in the person's pool and are still there (NOTIF-17, NOTIF-18). */
export const newReadyJobs = (): ReadonlySet<string> => jobIds

/** NEW_JOB_AVAILABLE adds its job, JOB_READY_INPROGRESS takes it out again: somebody else has it. */
export function hearOfReadyJob({ target, targetId }: Pick<Notification, 'target' | 'targetId'>): void {
  if (target === 'NEW_JOB_AVAILABLE') become(new Set(jobIds).add(targetId))
  else if (target === 'JOB_READY_INPROGRESS' && jobIds.has(targetId))
    become(new Set([...jobIds].filter((id) => id !== targetId)))
}

/** The person has seen them, or is somebody else now. */
export function forgetReadyJobs(): void {
  if (jobIds.size > 0) become(new Set())
}

export const onReadyJobsChange = listeners.subscribe
