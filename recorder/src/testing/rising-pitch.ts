/** A tone that rises steadily: its pitch tells when it was recorded. */
export const rising = { startHz: 400, hzASecond: 100, mostSeconds: 55 }
/** Sample rate of the input of `heardIn`, in Hz. */
export const rate = 48_000
const windowMs = 50

/** Returns the frequency, measured by the distance between waves, or undefined for silence. */
function hzOf(samples: Float32Array): number | undefined {
  let [first, last, waves] = [0, 0, -1]
  for (let index = 1; index < samples.length; index += 1) {
    const [before, now] = [samples[index - 1]!, samples[index]!]
    if (before >= 0 || now < 0) continue
    last = index - now / (now - before)
    if (waves < 0) first = last
    waves += 1
  }
  // Where sound begins or ends, the measurement finds waves that are not there.
  const tenth = samples.length / 10
  const isLoud = Array.from({ length: 10 }, (_, part) =>
    samples.subarray(part * tenth, (part + 1) * tenth).some((sample) => Math.abs(sample) > 0.05),
  ).every(Boolean)
  return isLoud && waves > 0 ? (waves * rate) / (last - first) : undefined
}

/** Returns when each twentieth of a second of a recording was recorded, in seconds by the clock of the tone. */
export function heardIn(samples: Float32Array): number[] {
  const size = (windowMs / 1_000) * rate
  return Array.from({ length: Math.floor(samples.length / size) }, (_, index) =>
    hzOf(samples.subarray(index * size, (index + 1) * size)),
  ).flatMap((hz) => (hz === undefined ? [] : (hz - rising.startHz) / rising.hzASecond))
}

const step = windowMs / 1_000
const isNear = (second: number | undefined, wanted: number) => second !== undefined && Math.abs(second - wanted) <= 0.1

/**
 * Returns the gaps, repetitions and wrong places between two moments. Recording begins and ends slightly off the click.
 * A window in which two parts meet, or with crackling from a busy machine, has a pitch of its own, so a single such
 * window is no fault.
 */
export function faultsIn(heard: readonly number[], from: number, to: number): string[] {
  const [one = Number.NaN, second = Number.NaN] = heard
  const isSeam = !isNear(second, one + step) && isNear(heard[2], second + step)
  const seconds = isSeam ? heard.slice(1) : heard
  const faults: string[] = []
  const [first = Number.NaN, last = Number.NaN] = [seconds[0], seconds.at(-1)]
  if (!(first < from + 0.3)) faults.push(`begins at ${first}, was said from ${from}`)
  if (!(last > to - 0.1)) faults.push(`ends at ${last}, was said to ${to}`)
  let wanted = first
  for (const [index, at] of seconds.entries()) {
    const next = seconds[index + 1]
    const isAlone = !isNear(at, wanted) && (next === undefined || isNear(next, wanted + step))
    if (!isAlone && !isNear(at, wanted)) faults.push(`${at} stands where ${wanted} was said`)
    wanted = (isAlone ? wanted : at) + step
  }
  return faults
}
