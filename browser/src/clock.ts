const two = (value: number) => String(value).padStart(2, '0')

/** A position in a recording in readable form: 4 → "0:04", from one hour on "1:01:15". */
export function clock(seconds: number): string {
  const total = Math.floor(seconds)
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60]
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** Whole seconds as mm:ss, from one hour on as h:mm:ss (JOBS-20, Q183). */
export const audioLength = (seconds: number): string => clock(seconds).padStart(5, '0')
