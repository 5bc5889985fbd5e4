const submitted = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  })

const formats = new Map<string, Intl.DateTimeFormat>()

/** Short month, day, year and 12-hour time (JOBS-21) in the facility's zone, as the editor tells it (Q183). */
export function submittedTime(iso: string, timeZone: string): string {
  const format = formats.get(timeZone) ?? submitted(timeZone)
  formats.set(timeZone, format)
  return format.format(new Date(iso))
}

/** Whole seconds as mm:ss, from an hour on h:mm:ss (Q183). */
export function audioLength(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(Math.floor(seconds % 60))}`
  return hours > 0 ? `${hours}:${rest}` : rest
}
