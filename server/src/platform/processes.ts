import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'

/** Why an external program did not do its work. */
export class ProcessFailed extends Error {
  override readonly name = 'ProcessFailed'
  readonly kind: 'missing' | 'timed-out' | 'stopped' | 'no-room' | 'failed'
  /** As of a write of our own, where the disk is full. */
  readonly code?: 'ENOSPC'
  /** The end of what it said on standard error. */
  readonly said: string

  constructor(program: string, kind: ProcessFailed['kind'], said = '') {
    super(
      `${program} ${{ missing: 'is not installed', 'timed-out': 'took too long', stopped: 'was stopped', 'no-room': 'found the disk full', failed: 'failed' }[kind]}`,
    )
    this.kind = kind
    if (kind === 'no-room') this.code = 'ENOSPC'
    this.said = said
  }
}

export interface ProcessOptions {
  signal: AbortSignal
  timeLimitSeconds: number
  memoryLimitMb: number
  folder: string
  /** Leaves the processors to what somebody waits for. */
  isPatient?: boolean
}
/** What a caller says of a run whose limits are settled where the program is called. */
export type RunIn = Pick<ProcessOptions, 'signal' | 'folder' | 'isPatient'>

/** A tenth of a busy processor: listening keeps up with recognition, and takes next to nothing from it. */
const patientNiceness = 10

const errorTailLength = 2_000

/**
 * Runs a program to its end and answers what it printed. It inherits no secrets, has limits of time and memory, and
 * dies with this process (architecture.md section 7). Linux only in its limits: elsewhere the program runs without.
 * @throws ProcessFailed
 */
export function runProcess(program: string, args: readonly string[], options: ProcessOptions): Promise<string> {
  const isLinux = process.platform === 'linux'
  const bytes = options.memoryLimitMb * 1_048_576
  const [command, given] = isLinux
    ? (['setpriv', ['--pdeathsig', 'KILL', 'prlimit', `--as=${bytes}`, program, ...args]] as const)
    : ([program, [...args]] as const)
  const limit = AbortSignal.timeout(Math.ceil(options.timeLimitSeconds * 1000))
  return new Promise((resolve, reject) => {
    const child = spawn(command, given, {
      cwd: options.folder,
      env: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: AbortSignal.any([options.signal, limit]),
      killSignal: 'SIGKILL',
    })
    if (options.isPatient && child.pid) setPriority(child.pid, patientNiceness)
    const printed: Buffer[] = []
    let said = ''
    child.stdout.on('data', (bytes: Buffer) => printed.push(bytes))
    child.stderr.on('data', (bytes: Buffer) => {
      said = (said + bytes.toString('utf8')).slice(-errorTailLength)
    })
    const fail = (kind: ProcessFailed['kind']) => reject(new ProcessFailed(program, kind, said))
    const whyStopped = () => (limit.aborted ? 'timed-out' : options.signal.aborted ? 'stopped' : undefined)
    child.on('error', (error: NodeJS.ErrnoException) =>
      fail(whyStopped() ?? (error.code === 'ENOENT' ? 'missing' : 'failed')),
    )
    child.on('close', (code) => {
      const why = whyStopped()
      if (why) return fail(why)
      // ffmpeg calls it a success when only the end could not be written; what is there looks whole, and is not.
      if (/No space left on device|Disk quota exceeded/.test(said)) return fail('no-room')
      if (code === 0) return resolve(Buffer.concat(printed).toString('utf8'))
      return fail(/failed to execute|No such file or directory/.test(said) && code === 127 ? 'missing' : 'failed')
    })
  })
}
