export type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const mostTextLength = 1_000
const fullDay = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const partOfDay = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/

/**
 * Reads what another system answered, whatever it is. A part that is missing is null or empty; one of a wrong type or form is too, and
 * is warned of. A warning names the part, never its value.
 */
export class Foreign {
  readonly warnings: string[]
  private readonly where: string
  private readonly value: Json

  constructor(where: string, value: unknown, warnings: string[] = []) {
    this.where = where
    this.warnings = warnings
    this.value = isObject(value) ? value : {}
    if (!isObject(value)) this.warn('', 'isn’t an object')
  }

  private warn(key: string, what: string) {
    if (this.warnings.length < 100) this.warnings.push(`${this.where}${key && `.${key}`} ${what}`)
  }

  private get(key: string): unknown {
    return Object.hasOwn(this.value, key) ? (this.value[key] ?? undefined) : undefined
  }

  has(key: string): boolean {
    return this.get(key) !== undefined
  }

  /** A text without blanks around it; numbers count as text. Null when there is none. */
  text(key: string): string | null {
    const value = this.get(key)
    if (value === undefined) return null
    if (typeof value === 'number') return String(value)
    if (typeof value !== 'string') {
      this.warn(key, 'isn’t a text')
      return null
    }
    return clean(value)
  }

  /** A text in its full length, e.g. an address. */
  whole(key: string): string | null {
    const value = this.get(key)
    return typeof value === 'string' ? value : null
  }

  /** An object as it came. */
  object(key: string): Json | null {
    const value = this.get(key)
    return isObject(value) ? value : null
  }

  /** The texts of a list; one text stands for a list of one. */
  texts(key: string): string[] {
    const value = this.get(key)
    const all = Array.isArray(value) ? value : value === undefined ? [] : [value]
    return all.flatMap((one: unknown) => {
      if (typeof one === 'string') return clean(one) ?? []
      this.warn(key, 'holds something other than texts')
      return []
    })
  }

  number(key: string): number | null {
    const value = this.get(key)
    if (value === undefined) return null
    const number = typeof value === 'string' ? Number(value) : value
    if (typeof number === 'number' && Number.isFinite(number)) return number
    this.warn(key, 'isn’t a number')
    return null
  }

  isTrue(key: string): boolean {
    return this.get(key) === true
  }

  /** Empty when there is none, so that its own parts are missing too. */
  part(key: string): Foreign {
    const value = this.get(key)
    return new Foreign(`${this.where}.${key}`, value === undefined ? {} : value, this.warnings)
  }

  /** The objects of a list; one object stands for a list of one. */
  parts(key: string): Foreign[] {
    const value = this.get(key)
    const all = Array.isArray(value) ? value : value === undefined ? [] : [value]
    return all.flatMap((one: unknown, at) => {
      if (isObject(one)) return new Foreign(`${this.where}.${key}[${at}]`, one, this.warnings)
      this.warn(`${key}[${at}]`, 'isn’t an object')
      return []
    })
  }

  /** `yyyy-mm-dd`, also of a date and time; null for a part of a date. */
  day(key: string): string | null {
    const day = this.text(key)?.slice(0, 10) ?? null
    if (day === null || (fullDay.test(day) && isRealDay(day))) return day
    this.warn(key, 'isn’t a date')
    return null
  }

  /** `yyyy-mm-dd`, or `yyyy-mm`, or `yyyy`. */
  dayOrPart(key: string): string | null {
    const day = this.text(key)?.slice(0, 10) ?? null
    if (day === null || (partOfDay.test(day) && (day.length < 10 || isRealDay(day)))) return day
    this.warn(key, 'isn’t a date')
    return null
  }

  /** A moment with its zone; a date alone is its midnight in UTC. */
  moment(key: string): Date | null {
    const text = this.text(key)
    if (text === null) return null
    const moment = new Date(text)
    const year = moment.getUTCFullYear()
    if (/^\d{4}-\d\d-\d\d(?:T.*(?:Z|[+-]\d\d:?\d\d))?$/.test(text) && year >= 1800 && year < 3000) return moment
    this.warn(key, 'isn’t a time with its zone')
    return null
  }
}

const isRealDay = (day: string) => {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

// PostgreSQL takes no NUL.
const clean = (text: string) => text.replaceAll('\0', '').trim().slice(0, mostTextLength) || null
