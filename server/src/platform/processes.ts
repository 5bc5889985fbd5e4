import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { confinement } from './confinement.ts'

/** How a program did not do its work. Of its input only `failed` says anything; the rest happened to the program. */
const happened = {
  missing: 'is not installed',
  'timed-out': 'took too long',
  stopped: 'was stopped',
  killed: 'was killed',
  'not-started': 'could not be started',
  'no-room': 'found the disk full',
  'no-memory': 'found no memory',
  'too-large': 'wrote more than it may',
  failed: 'failed',
}

/** Why an external program did not do its work. */
export class ProcessFailed extends Error {
  override readonly name = 'ProcessFailed'
  readonly kind: keyof typeof happened
  /** As of a write of our own, where the disk is full. */
  readonly code?: 'ENOSPC'
  /** The end of what it said on standard error. */
  readonly said: string
  /** How it ended by itself; null when a signal ended it. */
  readonly exitCode: number | null

  constructor(program: string, kind: ProcessFailed['kind'], said = '', exitCode: number | null = null) {
    super(`${program} ${happened[kind]}`)
    this.kind = kind
    if (kind === 'no-room') this.code = 'ENOSPC'
    this.said = said
    this.exitCode = exitCode
  }
}

export interface ProcessOptions {
  signal: AbortSignal
  timeLimitSeconds: number
  memoryLimitMb: number
  folder: string
  /** The largest file that it may write. */
  fileLimitBytes?: number
  /** What it reads on standard input; it need not read to the end. */
  input?: AsyncIterable<Uint8Array>
  /** Leaves the processors to what somebody waits for. */
  isPatient?: boolean
}
/** What a caller says of a run whose limits are settled where the program is called. */
export type RunIn = Pick<ProcessOptions, 'signal' | 'folder' | 'isPatient'>

/** A tenth of a busy processor: listening keeps up with recognition, and takes next to nothing from it. */
const patientNiceness = 10

const errorTailLength = 2_000
const mostPrintedBytes = 32 * 1_048_576
const fileLimitBytesByDefault = 1_073_741_824
/** A program of several threads may use up time faster than the clock. */
const processorsCounted = 4

/** What an exit says, were it not we who stopped the program; undefined for work that is done. */
function kindOf(code: number | null, signal: NodeJS.Signals | null, said: string): ProcessFailed['kind'] | undefined {
  if (signal === 'SIGXFSZ') return 'too-large'
  if (signal === 'SIGXCPU') return 'timed-out'
  // What starts the program names itself when it cannot.
  if (/^(unshare|setpriv|prlimit): /m.test(said) && code !== 0)
    return /failed to execute.*No such file or directory/.test(said) ? 'missing' : 'not-started'
  // ffmpeg calls it a success when only the end could not be written; what is there looks whole, and is not.
  if (/No space left on device|Disk quota exceeded/.test(said)) return 'no-room'
  if (code === 0) return undefined
  // A shell says 128 and the number of the signal; ffmpeg, which ends tidily on SIGTERM, says 255.
  if (signal || code === null || code > 128) return 'killed'
  return /Cannot allocate memory/.test(said) ? 'no-memory' : 'failed'
}

function becomePatient(pid: number) {
  try {
    setPriority(pid, patientNiceness)
  } catch {
    // It has ended already: what it did is told below.
  }
}

/**
 * Runs a program to its end and answers what it printed. It inherits no secrets, reaches no network where that can be
 * kept from it, has limits of time, memory and files, and dies with this process (architecture.md section 7). Linux only
 * in its limits: elsewhere the program runs without.
 * @throws ProcessFailed
 */
export async function runProcess(program: string, args: readonly string[], options: ProcessOptions): Promise<string> {
  const { memoryLimitMb, timeLimitSeconds, fileLimitBytes = fileLimitBytesByDefault } = options
  const limits = [
    `--as=${memoryLimitMb * 1_048_576}`,
    `--cpu=${Math.ceil(timeLimitSeconds * processorsCounted)}`,
    `--fsize=${Math.floor(fileLimitBytes)}`,
    '--core=0',
  ]
  const started = process.platform === 'linux' ? [...(await confinement()), 'prlimit', ...limits] : []
  const [command, ...given] = [...started, program, ...args]
  const limit = AbortSignal.timeout(Math.ceil(timeLimitSeconds * 1000))
  const tooMuch = new AbortController()
  return new Promise((resolve, reject) => {
    const child = spawn(command!, given, {
      cwd: options.folder,
      env: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8' },
      stdio: [options.input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      signal: AbortSignal.any([options.signal, limit, tooMuch.signal]),
      killSignal: 'SIGKILL',
    })
    if (options.isPatient && child.pid) becomePatient(child.pid)
    const printed: Buffer[] = []
    let printedBytes = 0
    let said = ''
    let inputFailed: unknown
    child.stdout!.on('data', (bytes: Buffer) => {
      printedBytes += bytes.length
      if (printedBytes > mostPrintedBytes) tooMuch.abort()
      else printed.push(bytes)
    })
    child.stderr!.on('data', (bytes: Buffer) => {
      said = (said + bytes.toString('utf8')).slice(-errorTailLength)
    })
    // A program that has read enough closes its input: no failure.
    if (options.input)
      pipeline(options.input, child.stdin!).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') {
          inputFailed = error
          child.kill('SIGKILL')
        }
      })
    const fail = (kind: ProcessFailed['kind'], exitCode: number | null = null) =>
      reject(inputFailed ?? new ProcessFailed(program, kind, said, exitCode))
    const whyStopped = () =>
      limit.aborted
        ? 'timed-out'
        : options.signal.aborted
          ? 'stopped'
          : tooMuch.signal.aborted
            ? 'too-large'
            : undefined
    child.on('error', (error: NodeJS.ErrnoException) =>
      fail(whyStopped() ?? (error.code === 'ENOENT' ? 'missing' : 'not-started')),
    )
    child.on('close', (code, signal) => {
      const kind = whyStopped() ?? kindOf(code, signal, said)
      if (kind || inputFailed) return fail(kind ?? 'failed', code)
      return resolve(Buffer.concat(printed).toString('utf8'))
    })
  })
}
