import type pg from 'pg'
import { type ConstructorOptions, type JobWithMetadata, PgBoss } from 'pg-boss'
import { connectAlone, type EnqueueOptions, lineTo, waitForPreparing } from '../database/index.ts'
import { createRoomQueue } from '../full-disk.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import { hearLostConnections } from './lost-connections.ts'
import { runTask } from './run-task.ts'
import { forgetTheFuture, putBack, wakeForDue } from './settle.store.ts'
import type { Task } from './task.ts'

const schema = 'pgboss'
/** How often a task is rerun after its server died during it: one death may be chance, many are not. */
const mostCutOffRuns = 20
const cutOffRepeatedly = 'The server stopped each time while it ran.'
/** The interval of the checks whether the clock was set back. */
const clockLookMs = 60_000
/** The interval at which one statement asks for all queues whether a task is due. Otherwise dozens of workers would each ask. */
const dueLookMs = 1_000
/** The polling interval of each worker while the queue announces new tasks; otherwise each polls every second. */
const polling = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 20 }
hearLostConnections()
const deadLetterOf = (task: { name: string }) => `${task.name}.dead`

/**
 * Creates the queue's tables and one queue per task, as the owner of the database; run after the migrations. Copies that start
 * at the same moment do so one after the other.
 */
export async function prepareQueue(ownerUrl: string, tasks: readonly Task[]): Promise<void> {
  await using client = await connectAlone(ownerUrl)
  await waitForPreparing(client)
  await makeQueues(ownerUrl, tasks)
  await client.query(`
    grant usage on schema ${schema} to dictara_app, dictara_system;
    grant select, insert on all tables in schema ${schema} to dictara_app;
    grant select, insert, update, delete on all tables in schema ${schema} to dictara_system;
    grant usage on all sequences in schema ${schema} to dictara_app, dictara_system;
    grant execute on all functions in schema ${schema} to dictara_app, dictara_system`)
}

async function makeQueues(ownerUrl: string, tasks: readonly Task[]): Promise<void> {
  const boss = new PgBoss({ ...lineTo(ownerUrl), schema, supervise: false, schedule: false, max: 2 })
  boss.on('error', () => {})
  await boss.start()
  try {
    for (const task of tasks) {
      const options = {
        policy: 'short',
        // The queue itself retries only runs whose server died; `runTask` counts failed tries.
        retryLimit: mostCutOffRuns,
        retryDelay: 1,
        retryBackoff: false,
        expireInSeconds: task.timeLimitSeconds + 30,
        heartbeatSeconds: 10,
        notify: true,
        deleteAfterSeconds: 7 * 24 * 60 * 60,
        deadLetter: deadLetterOf(task),
      }
      // A task that ends the server each time cannot report that it is dead, so the queue moves it here.
      const dead = deadLetterOf(task)
      const telling = {
        retryLimit: 50,
        retryDelay: 5,
        retryBackoff: true,
        retryDelayMax: 300,
        heartbeatSeconds: 10,
        notify: true,
      }
      if (await boss.getQueue(dead)) await boss.updateQueue(dead, telling)
      else await boss.createQueue(dead, telling)
      if (await boss.getQueue(task.name)) {
        const { policy: _, ...changeable } = options
        await boss.updateQueue(task.name, changeable)
      } else await boss.createQueue(task.name, options)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** The queue of one server copy: enqueues tasks in the caller's transaction and runs them. */
export interface Queue {
  enqueue(client: pg.ClientBase, name: string, payload: object, options: EnqueueOptions): Promise<void>
  work(tasks: readonly Task[]): Promise<void>
  stop(): Promise<void>
}

/** @param fullDiskPauseMs the pause after which a task that found the disk full runs again, without using up a try. */
export async function openQueue(systemUrl: string, log: Log, fullDiskPauseMs = 15_000): Promise<Queue> {
  const boss = new PgBoss({
    ...lineTo(systemUrl),
    schema,
    migrate: false,
    createSchema: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    useListenNotify: true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    max: 4,
    query_timeout: 30_000,
  } as ConstructorOptions)
  boss.on('error', (error) => log.warn({ error }, 'the task queue had a fault'))
  try {
    await boss.start()
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {})
    throw error
  }
  const timers: NodeJS.Timeout[] = []
  const stopping = new AbortController()
  const parts = { log, fullDiskPauseMs, stopping: stopping.signal, rooms: createRoomQueue(8 * fullDiskPauseMs + 2_000) }

  async function runOne(task: Task, job: JobWithMetadata<object>) {
    const ending = await runTask(task, job, job.signal, parts)
    // From here on the queue no longer owns the run: when pg-boss settles it later, it finds nothing.
    if (ending !== 'done') await putBack(boss.getDb(), job, ending)
  }

  return {
    async enqueue(client, name, payload, options) {
      await boss.send(name, payload, {
        db: { executeSql: async (text, values) => client.query(text, values as unknown[]) },
        // Queues hold one waiting task per key; a task without a key gets a unique one.
        singletonKey: options.key ?? newId(),
        ...(options.startAfterSeconds ? { startAfter: options.startAfterSeconds } : {}),
        ...(options.group ? { group: { id: options.group } } : {}),
        ...(options.priority ? { priority: options.priority } : {}),
      })
    },
    async work(tasks) {
      const look = () => void forgetTheFuture(boss.getDb()).catch(() => {})
      look()
      timers.push(setInterval(look, clockLookMs))
      for (const task of tasks) {
        await boss.work(
          task.name,
          {
            ...polling,
            batchSize: 1,
            localConcurrency: task.parallel,
            ...(task.parallelOfGroup ? { localGroupConcurrency: task.parallelOfGroup } : {}),
            includeMetadata: true,
          },
          async ([job]: JobWithMetadata<object>[]) => {
            if (job) await runOne(task, job)
          },
        )
        await boss.work(deadLetterOf(task), { ...polling, batchSize: 1 }, async ([job]) => {
          if (job) await task.whenDead?.(job.data as object, cutOffRepeatedly, false)
        })
        if (task.everySeconds) {
          const tick = () =>
            void boss
              .send(task.name, {}, { singletonKey: 'tick', singletonSeconds: task.everySeconds! })
              .catch(() => {})
          tick()
          timers.push(setInterval(tick, task.everySeconds * 1000))
        }
      }
      const names = tasks.flatMap((task) => [task.name, deadLetterOf(task)])
      let isLooking = false
      const lookForDue = async () => {
        if (isLooking) return
        isLooking = true
        // While the database is unreachable, each worker polls for due tasks itself; the next check is in a second.
        await wakeForDue(boss.getDb(), names).catch(() => {})
        isLooking = false
      }
      timers.push(setInterval(() => void lookForDue(), dueLookMs))
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      // By the time running tasks are put back, the queue hands out no more.
      const stopped = boss.stop({ graceful: true, timeout: 15_000 })
      stopping.abort(new Error('the server stops'))
      await stopped
    },
  }
}
