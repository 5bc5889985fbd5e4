import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** The kernel's data about a process; `own` and `reaped` (by its ended children) in CPU seconds since it began. */
export interface Sample {
  pid: number
  parent: number
  name: string
  /** Identifies the process together with its pid, because pids are reused. */
  begun: string
  own: number
  reaped: number
  command: string
}

const kinds = ['browser', 'Node', 'PostgreSQL', 'other'] as const
type Kind = (typeof kinds)[number]

interface Known extends Sample {
  step: string
  ended: boolean
  /** CPU seconds of the ended children that were sampled while they ran. */
  seen: number
}

const kindOf = (name: string): Kind =>
  /chrom|headless/.test(name)
    ? 'browser'
    : /^(node|MainThread)/.test(name)
      ? 'Node'
      : /postgres/.test(name)
        ? 'PostgreSQL'
        : 'other'

const keyOf = ({ pid, begun }: Sample) => `${pid} ${begun}`

const stepOf = (command: string) =>
  /vitest\b.* run --project (\w+)/.exec(command)?.[1] ??
  (/playwright\b.* test --config/.test(command) ? 'journeys' : undefined)

/** The CPU seconds of a process and all its descendants, from samples of all processes. */
export class CpuSeconds {
  readonly #root: number
  readonly #known = new Map<string, Known>()
  /** CPU seconds of the children that had ended before the first sample. */
  #installing: number | undefined

  constructor(root: number) {
    this.#root = root
  }

  add(samples: readonly Sample[]) {
    const running = new Set(samples.map(keyOf))
    const parents = new Map<number, Known>()
    for (const one of this.#known.values()) if (!one.ended) parents.set(one.pid, one)
    // Children end before their parents, so the parent's total passed to its own parent includes them.
    for (const one of [...this.#known.values()].toReversed()) {
      if (one.ended || running.has(keyOf(one))) continue
      one.ended = true
      const parent = parents.get(one.parent)
      if (parent) parent.seen += one.own + Math.max(one.reaped, one.seen)
    }
    const childrenOf = Map.groupBy(samples, ({ parent }) => parent)
    const enter = (sample: Sample, step: string) => {
      const known = this.#known.get(keyOf(sample))
      const own = stepOf(sample.command) ?? known?.step ?? step
      // A process whose parent ended gets another parent, but keeps its original step and kind.
      this.#known.set(keyOf(sample), {
        seen: 0,
        ended: false,
        ...known,
        ...sample,
        parent: known?.parent ?? sample.parent,
        step: own,
      })
      for (const child of childrenOf.get(sample.pid) ?? []) enter(child, own)
    }
    for (const sample of samples) {
      const known = this.#known.get(keyOf(sample))
      if (known || sample.pid === this.#root) {
        this.#installing ??= sample.reaped
        enter(sample, known?.step ?? 'the rest')
      }
    }
  }

  /**
   * By step, then by kind. Programs that ran only between two samples count as other, or as their browser or PostgreSQL. What ran before
   * the first sample is the step `installing`.
   */
  get sums(): Map<string, Record<Kind, number>> {
    const before = this.#installing ?? 0
    const sums = new Map([['installing', { browser: 0, Node: 0, PostgreSQL: 0, other: before }]])
    for (const { pid, step, name, own, reaped, seen } of this.#known.values()) {
      const sum = sums.get(step) ?? { browser: 0, Node: 0, PostgreSQL: 0, other: 0 }
      sums.set(step, sum)
      const kind = kindOf(name)
      sum[kind] += own
      sum[kind === 'Node' ? 'other' : kind] += Math.max(0, reaped - seen - (pid === this.#root ? before : 0))
    }
    return sums
  }
}

/** The CPU seconds of each test file: the use of its step between two samples is shared by the files that were running. */
export class SecondsByFile {
  readonly #before = new Map<string, number>()
  readonly #seconds = new Map<string, number>()

  /** @param running the currently running files of a step */
  add(sums: Map<string, Record<Kind, number>>, running: (step: string) => string[]) {
    for (const [step, sum] of sums) {
      const all = kinds.reduce((total, kind) => total + sum[kind], 0)
      const used = all - (this.#before.get(step) ?? 0)
      this.#before.set(step, all)
      const files = running(step)
      for (const file of files.length > 0 ? files : ['between files']) {
        const key = `${step} ${file}`
        this.#seconds.set(key, (this.#seconds.get(key) ?? 0) + used / Math.max(1, files.length))
      }
    }
  }

  /** A line for each file in whole seconds, the most expensive first. */
  get lines(): string[] {
    return [...this.#seconds]
      .toSorted(([, one], [, other]) => other - one)
      .map(([file, seconds]) => `${String(Math.round(seconds)).padStart(6)}  ${file}`)
  }
}

/** A table of whole seconds with a row for each step and a last row for the total. */
export function tableOf(sums: Map<string, Record<Kind, number>>): string {
  const rows = [...sums].map(([step, sum]) => [step, ...kinds.map((kind) => sum[kind])] as [string, ...number[]])
  const total = [
    'all',
    ...kinds.map((_, n) => rows.reduce((sum, row) => sum + (row[n + 1] as number), 0)),
  ] as (typeof rows)[number]
  const lines = [...rows, total].map(([step, ...seconds]) => [
    step,
    ...[...seconds, seconds.reduce((a, b) => a + b, 0)].map((one) => String(Math.round(one))),
  ])
  return [['CPU seconds', ...kinds, 'all'], ...lines]
    .map(([first, ...rest]) => first!.padEnd(12) + rest.map((cell) => cell.padStart(12)).join(''))
    .join('\n')
}

/** Seconds between two samples, and between two tables. */
const everySeconds = 2
/** The number of files listed at the end of ./test. */
const dearest = 25
/** Linux uses this value on every machine. */
const ticksPerSecond = 100

/** Every process of this machine, read from /proc. */
export function readProcesses(): Sample[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    try {
      const [, name, rest] = /^\d+ \((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))!
      const fields = rest!.split(' ')
      const ticks = (n: number) => Number(fields[n]) / ticksPerSecond
      return [
        {
          pid: Number(pid),
          parent: Number(fields[1]),
          name: name!,
          begun: fields[19]!,
          own: ticks(11) + ticks(12),
          reaped: ticks(13) + ticks(14),
          command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
        },
      ]
    } catch {
      // The process has ended meanwhile.
      return []
    }
  })
}

/**
 * `node tools/src/cpu-seconds.ts PID FILE`: until the process ends, writes the CPU use of it and its descendants to the file, by step
 * and kind, with the most expensive test files. `cpu-by-file.txt` beside it lists all test files.
 */
if (import.meta.main) {
  const [root, file] = [Number(process.argv[2]), process.argv[3]!]
  if (!existsSync('/proc/self/stat')) writeFileSync(file, 'CPU seconds were not measured: this system has no /proc.\n')
  else {
    const [measured, byFile, folder] = [new CpuSeconds(root), new SecondsByFile(), dirname(file)]
    const running = (step: string) => {
      const path = join(folder, `${step}.running`)
      return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
    }
    for (; existsSync(`/proc/${root}`); await setTimeout(everySeconds * 1_000)) {
      measured.add(readProcesses())
      const { sums } = measured
      byFile.add(sums, running)
      const { lines } = byFile
      writeFileSync(join(folder, 'cpu-by-file.txt'), `${lines.join('\n')}\n`)
      writeFileSync(`${file}.new`, `${tableOf(sums)}\n\n${lines.slice(0, dearest).join('\n')}\n\n`)
      renameSync(`${file}.new`, file)
    }
  }
}
