export { openQueue, prepareQueue, type Queue } from './queue.ts'
export { defineTask, type Task, type TaskRun } from './task.ts'
