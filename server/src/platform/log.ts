import { writeSync } from 'node:fs'
import pino from 'pino'

/** What may stand in a log line beside its message: ids, counts and names of our own. Never what a patient or person is called. */
export interface LogFacts {
  requestId?: string | undefined
  call?: string | undefined
  status?: number | undefined
  code?: string | undefined
  ms?: number | undefined
  jobId?: string | undefined
  dictationId?: string | undefined
  clinicId?: string | undefined
  facilityId?: string | undefined
  userId?: string | undefined
  sessionId?: string | undefined
  task?: string | undefined
  stage?: string | undefined
  attempt?: number | undefined
  count?: number | undefined
  port?: number | undefined
  /** Of a computer that the settings refuse, never of a person’s. */
  address?: string | undefined
  event?: string | undefined
  error?: unknown
}

export interface Log {
  info(facts: LogFacts, message: string): void
  warn(facts: LogFacts, message: string): void
  error(facts: LogFacts, message: string): void
}

/** An error as name, code and stack without its message's values: PostgreSQL puts row values into `detail`. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error }
  const code = (error as { code?: unknown }).code
  const place = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .join('\n')
  // A parser quotes what it could not read.
  const isOurs = code === undefined && !(error instanceof SyntaxError)
  return { name: error.name, code, message: isOurs ? error.message.slice(0, 300) : undefined, place }
}

const mostTries = 4
const againMs = 5

/**
 * A line that cannot be written, e.g. on a full disk or to a reader that hangs, is dropped: nothing ends for it, waits for
 * it, or grows by it.
 */
function standardOutput(): pino.DestinationStream {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  let isStuck = false
  return {
    write(line) {
      let rest = Buffer.from(line)
      for (let tries = isStuck ? 1 : mostTries; rest.length > 0 && tries > 0; tries -= 1)
        try {
          rest = rest.subarray(writeSync(1, rest))
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') break
          if (tries > 1) Atomics.wait(pause, 0, 0, againMs)
        }
      isStuck = rest.length > 0
    },
  }
}

/** A warning or an error as a person at a terminal reads it; nothing of what is only told to a log. */
function inWords(line: string): string {
  const { level, msg, time: _, error, ...facts } = JSON.parse(line) as Record<string, unknown> & { level: number }
  if (level < 40) return ''
  const more = Object.entries(facts).map(([name, value]) => `${name} ${String(value)}`)
  if (error) more.push((error as { message?: string; name: string }).message ?? (error as { name: string }).name)
  return `${level < 50 ? 'Warning' : 'Error'}: ${String(msg)}${more.length > 0 ? ` (${more.join(', ')})` : ''}\n`
}

/** Words for who sits at a terminal, JSON for everything else. */
function outputFor(level: string): pino.DestinationStream {
  const output = standardOutput()
  if (!process.stdout.isTTY || level === 'debug') return output
  return { write: (line) => output.write(inWords(line)) }
}

/** Structured logs, one JSON object a line. Only the named facts are written, whatever an object carries besides. */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  const logger = pino(
    { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    destination ?? outputFor(level),
  )
  const allowed = ({ error, ...facts }: LogFacts) => {
    const line: Record<string, unknown> = {}
    for (const key of logFactNames)
      if (facts[key as keyof typeof facts] !== undefined) line[key] = facts[key as keyof typeof facts]
    if (error !== undefined) line.error = describeError(error)
    return line
  }
  return {
    info: (facts, message) => logger.info(allowed(facts), message),
    warn: (facts, message) => logger.warn(allowed(facts), message),
    error: (facts, message) => logger.error(allowed(facts), message),
  }
}

const logFactNames = [
  'requestId',
  'call',
  'status',
  'code',
  'ms',
  'jobId',
  'dictationId',
  'clinicId',
  'facilityId',
  'userId',
  'sessionId',
  'task',
  'stage',
  'attempt',
  'count',
  'port',
  'event',
] as const

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }
