export { doingIt } from './doing.ts'
export { openQueue, prepareQueue, type Queue } from './queue.ts'
export { hasTask, listOverdue, listTaskless, readStanding } from './standing.store.ts'
export { defineTask, type Task, type TaskRun } from './task.ts'
