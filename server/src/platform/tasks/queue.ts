import type pg from 'pg'
import { type ConstructorOptions, PgBoss } from 'pg-boss'
import { connectAlone, type EnqueueOptions, lineSettings, waitForPreparing } from '../database/index.ts'
import { untilThereIsRoom } from '../full-disk.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import { GiveUp } from '../refusal.ts'
import type { Task } from './task.ts'

const schema = 'pgboss'
const deadLetterOf = (task: { name: string }) => `${task.name}.dead`

/**
 * Makes the queue's tables and one queue per task, as the owner of the database; run after the migrations. Copies that
 * start at the same moment do so one after the other.
 */
export async function prepareQueue(ownerUrl: string, tasks: readonly Task[]): Promise<void> {
  const client = await connectAlone(ownerUrl)
  try {
    await waitForPreparing(client)
    await makeQueues(ownerUrl, tasks)
    await client.query(`
      grant usage on schema ${schema} to dictara_app, dictara_system;
      grant select, insert on all tables in schema ${schema} to dictara_app;
      grant select, insert, update, delete on all tables in schema ${schema} to dictara_system;
      grant usage on all sequences in schema ${schema} to dictara_app, dictara_system;
      grant execute on all functions in schema ${schema} to dictara_app, dictara_system`)
  } finally {
    await client.end()
  }
}

async function makeQueues(ownerUrl: string, tasks: readonly Task[]): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, schema, supervise: false, schedule: false, max: 2 })
  boss.on('error', () => {})
  await boss.start()
  try {
    for (const task of tasks) {
      const options = {
        policy: 'short',
        retryLimit: task.attempts - 1,
        retryDelay: task.retryDelaySeconds,
        retryBackoff: true,
        retryDelayMax: 300,
        expireInSeconds: task.timeLimitSeconds + 30,
        heartbeatSeconds: 10,
        notify: true,
        deleteAfterSeconds: 7 * 24 * 60 * 60,
        deadLetter: deadLetterOf(task),
      }
      // A server killed in the last try cannot tell that the task is dead: the queue moves it here by itself.
      const dead = deadLetterOf(task)
      if (!(await boss.getQueue(dead)))
        await boss.createQueue(dead, { retryLimit: 5, retryDelay: 5, heartbeatSeconds: 10, notify: true })
      if (await boss.getQueue(task.name)) {
        const { policy: _, ...changeable } = options
        await boss.updateQueue(task.name, changeable)
      } else await boss.createQueue(task.name, options)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** The queue of one server copy: puts tasks in by way of the caller's transaction, and runs them. */
export interface Queue {
  enqueue(client: pg.ClientBase, name: string, payload: object, options: EnqueueOptions): Promise<void>
  work(tasks: readonly Task[]): Promise<void>
  stop(): Promise<void>
}

/** @param fullDiskPauseMs after which a task that found the disk full looks again, without using up a try. */
export async function openQueue(systemUrl: string, log: Log, fullDiskPauseMs = 15_000): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: systemUrl,
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
    ...lineSettings,
    query_timeout: 30_000,
  } as ConstructorOptions)
  boss.on('error', (error) => log.warn({ error }, 'the task queue had a fault'))
  await boss.start()
  const timers: NodeJS.Timeout[] = []
  const running = new Set<AbortController>()

  async function runOne(
    task: Task,
    job: { id: string; data: object; retryCount: number; retryLimit: number },
    outer: AbortSignal,
  ) {
    const controller = new AbortController()
    running.add(controller)
    const limit = AbortSignal.timeout(task.timeLimitSeconds * 1000)
    const attempt = job.retryCount + 1
    const isLastAttempt = job.retryCount >= job.retryLimit
    try {
      const signal = AbortSignal.any([controller.signal, outer, limit])
      await untilThereIsRoom(() => task.run(job.data, { signal, attempt, isLastAttempt }), {
        signal,
        pauseMs: fullDiskPauseMs,
        whenFull: (error) => log.warn({ task: task.name, attempt, error }, 'a task waits for room on the disk'),
      })
    } catch (error) {
      const ends = error instanceof GiveUp || isLastAttempt
      log.warn(
        { task: task.name, attempt, error },
        ends ? 'a task failed for good' : 'a task failed and is tried again',
      )
      // While the server stops, a run cut short is neither done nor dead: the next start takes it up.
      if (controller.signal.aborted) throw error
      if (!ends) throw error
      await task.whenDead?.(job.data, error instanceof GiveUp ? error.message : 'It failed repeatedly.')
    } finally {
      running.delete(controller)
    }
  }

  return {
    async enqueue(client, name, payload, options) {
      await boss.send(name, payload, {
        db: { executeSql: async (text, values) => client.query(text, values as unknown[]) },
        // Queues hold one waiting task a key; without a key every task is its own.
        singletonKey: options.key ?? newId(),
        ...(options.startAfterSeconds ? { startAfter: options.startAfterSeconds } : {}),
        ...(options.priority ? { priority: options.priority } : {}),
      })
    },
    async work(tasks) {
      for (const task of tasks) {
        await boss.work(
          task.name,
          {
            batchSize: 1,
            localConcurrency: task.parallel,
            includeMetadata: true,
            pollingIntervalSeconds: 1,
            notifyPollingIntervalSeconds: 1,
          },
          async ([job]) => {
            if (job)
              await runOne(
                task,
                { id: job.id, data: job.data as object, retryCount: job.retryCount, retryLimit: job.retryLimit },
                job.signal,
              )
          },
        )
        await boss.work(deadLetterOf(task), { batchSize: 1, pollingIntervalSeconds: 2 }, async ([job]) => {
          if (job) await task.whenDead?.(job.data as object, 'It failed repeatedly.')
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
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      for (const controller of running) controller.abort(new Error('the server stops'))
      await boss.stop({ graceful: true, timeout: 15_000 })
    },
  }
}
