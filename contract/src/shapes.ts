import * as z from 'zod/mini'
import { id, type IdKind, idOf } from './ids.ts'

export { id, idOf } from './ids.ts'

/** Text of `least` to `most` characters, without control characters that no keyboard makes. */
export const text = (most: number, least = 0) =>
  z.string().check(
    z.minLength(least, least === 1 ? 'This can’t be empty.' : `This needs at least ${least} characters.`),
    z.maxLength(most, `This may have at most ${most} characters.`),
    // oxlint-disable-next-line no-control-regex -- NUL and its like, and halves of pairs, break PostgreSQL text and printed pages
    z.regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\p{Cs}]*$/u, 'This contains characters that can’t be stored.'),
  )

/** A moment, ISO 8601 with zone on the wire; handlers may return a `Date`. */
export const time = z.pipe(
  z.union([z.date(), z.string()]),
  z.transform((value: Date | string) => (value instanceof Date ? value.toISOString() : value)),
)

const isRealDay = (value: string) => {
  const parsed = new Date(`${value}T00:00:00Z`)
  return !value.startsWith('0000') && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value)
}

/** A calendar day, `yyyy-mm-dd`. */
export const day = z
  .string()
  .check(
    z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Enter the date as yyyy-mm-dd.'),
    z.refine(isRealDay, 'This day doesn’t exist.'),
  )

/** A whole number in a query, limited to the range `least` to `most`. */
export const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,15}$/, 'This must be a whole number.')),
    z.transform((value: string) => Math.min(Math.max(Number(value), least), most)),
  )

/** Seconds in a query, with fractions. */
export const seconds = z.pipe(
  z.string().check(z.regex(/^\d{1,9}(\.\d{1,9})?$/, 'This must be a number of seconds.')),
  z.transform((value: string) => Number(value)),
)

/** A flag in a query. */
export const flag = z.pipe(
  z.enum(['true', 'false'], { error: 'This must be true or false.' }),
  z.transform((value: 'true' | 'false') => value === 'true'),
)

const listOf = <T>(item: z.ZodMiniType<T, string>) =>
  z.pipe(
    z.pipe(
      z.union([z.string(), z.array(z.string())]),
      z.transform((value: string | string[]) => [value].flat().flatMap((part) => part.split(',').filter(Boolean))),
    ),
    z.array(item).check(z.maxLength(200, 'Use at most 200 entries at once.')),
  )

/** Several ids in a query: comma list, repeated parameter, or both. Absent: empty. */
/* #__NO_SIDE_EFFECTS__ */
export const idList = (kind: IdKind | 'none') => z.prefault(listOf(idOf(kind)), [])

/** Several of these words in a query, like `idList`, in any case. */
/* #__NO_SIDE_EFFECTS__ */
export const wordList = <const W extends readonly string[]>(words: W, error: string) =>
  z.prefault(
    listOf(
      z.pipe(
        z.pipe(
          z.string(),
          z.transform((word: string) => word.toUpperCase()),
        ),
        z.enum(words, { error }),
      ),
    ),
    [],
  )

const ascending = new Set(['asc', 'ac', 'ascend', 'ascending'])
const descending = new Set(['desc', 'descend', 'descending'])

const sortWord = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (value) => ascending.has(value.toLowerCase()) || descending.has(value.toLowerCase()),
        'Sort by asc or desc.',
      ),
    ),
  z.transform((value: string): 'ascend' | 'descend' => (ascending.has(value.toLowerCase()) ? 'ascend' : 'descend')),
)

/** `asc`, `ac` (sic), `ascend`, `desc`, `descend` in any case (wire.md, Shared rules; Q058). */
export const sortOrder = (byDefault: 'ascend' | 'descend') => z.prefault(sortWord, byDefault)

/** Like `sortOrder`; without one the list has its own order (Q186). */
export const maybeSortOrder = z.optional(sortWord)

/** The columns by which a list may be sorted. An empty key means the first. */
export const sortKey = <const K extends readonly [string, ...string[]]>(...keys: K) =>
  z.prefault(
    z.pipe(
      z
        .string()
        .check(
          z.refine((value) => value === '' || keys.includes(value), `This list can be sorted by ${keys.join(', ')}.`),
        ),
      z.transform((value: string): K[number] => (value === '' ? keys[0] : (value as K[number]))),
    ),
    keys[0],
  )

/** `page` is 0-based; a size above 100 counts as 100 (wire.md, Shared rules). */
export const paging = (size = 10) => ({
  page: z.prefault(wholeNumber(0, 1_000_000), '0'),
  size: z.prefault(wholeNumber(1, 100), String(size)),
})

export const searchValue = z.prefault(text(200), '')

/** Absent: the session of the call; if given, any open one of the same person (Q181). */
export const sessionId = z.optional(idOf('session'))

const patientData = new WeakSet<object>()

/** Marks patient data in an answer, e.g. a name or the text of a note: a call that returns it writes an audit event. */
/* #__NO_SIDE_EFFECTS__ */
export const ofPatient = <S extends object>(shape: S): S => {
  patientData.add(shape)
  return shape
}
export const isOfPatient = (shape: object) => patientData.has(shape)

export const patientName = ofPatient(z.string())

/** For calls that return no list element. */
export const nothing = z.object({})

export const named = z.object({ id, fullName: z.string() })

/** Increased by every change: a caller who sends the version they saw is told if somebody else has changed it since. */
export const version = z.number().check(z.int(), z.minimum(0))
