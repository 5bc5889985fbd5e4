import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import { lineTo } from './pool.ts'

export interface ListeningParts {
  url: string
  channel: string
  hear(payload: string): void
  /** Called when the connection was lost and is back. */
  missed(): void
  log: Log
  /** The interval between checks of the connection, and the time limit for an answer. */
  heartbeatMs?: number
}

const firstPauseMs = 500
const longestPauseMs = 5_000
const answerMs = 5_000

/**
 * Opens a dedicated connection that listens until it is closed. A lost or silent connection is replaced.
 * @throws when the first connection cannot be made.
 */
export async function listenOn(parts: ListeningParts): Promise<() => Promise<void>> {
  const { log, heartbeatMs = 10_000 } = parts
  const closing = new AbortController()
  let client = await connect(parts)

  async function keepUp() {
    while (!closing.signal.aborted) {
      await untilLost(client, heartbeatMs, closing.signal)
      if (closing.signal.aborted) return
      log.warn({}, 'the listening connection was lost')
      endSoon(client)
      const next = await connectAgain()
      if (!next) return
      client = next
      parts.missed()
    }
  }
  async function connectAgain(): Promise<pg.Client | null> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      await pause(pauseMs, closing.signal)
      if (closing.signal.aborted) return null
      try {
        return await connect(parts)
      } catch (error) {
        log.warn({ error }, 'the listening connection is not back yet')
      }
    }
  }
  const kept = keepUp()
  return async () => {
    closing.abort()
    endSoon(client)
    await kept
    endSoon(client)
  }
}

async function connect({ url, channel, hear }: ListeningParts): Promise<pg.Client> {
  const client = new pg.Client({
    ...lineTo(url),
    application_name: 'dictara_listen',
    query_timeout: answerMs,
  })
  client.on('error', () => {})
  client.on('notification', (message) => hear(message.payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    return client
  } catch (error) {
    endSoon(client)
    throw error
  }
}

/** Sends a query at intervals: a connection that was cut silently would otherwise look open for hours. */
async function untilLost(client: pg.Client, heartbeatMs: number, signal: AbortSignal): Promise<void> {
  const lost = new AbortController()
  client.once('end', () => lost.abort())
  client.once('error', () => lost.abort())
  const over = AbortSignal.any([signal, lost.signal])
  while (!over.aborted) {
    await pause(heartbeatMs, over)
    if (over.aborted) return
    try {
      await client.query('select 1')
    } catch {
      return
    }
  }
}

/** Does not wait for the server to confirm: a dead connection never does. */
function endSoon(client: pg.Client) {
  client.end().catch(() => {})
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection
  setTimeout(() => stream.destroy(), 1_000).unref()
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {})
