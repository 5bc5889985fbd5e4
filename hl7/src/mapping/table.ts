import { dayOf, instantOf, readMoment } from '../dates.ts'
import { Repetition, type Segment, type Value } from '../message.ts'
import { type Problem, type ProblemCode, ProblemList, problemOf } from '../problems.ts'
import { addressOf, cellPhoneOf, emailOf, homePhoneOf, nameOf, phoneOf, streetOf } from './types.ts'
import { closed, open, type WordTable, wordsOf } from './words.ts'

/**
 * A table of a mapping: what Dictara calls a thing → where it stands in HL7. `PID-5.1.1` is a place (segment, field, component,
 * sub-component), `A, else B` takes the first that says something, `PID-3(only 5=SS).1` looks among the repetitions for one whose fifth
 * component is SS (`only`), which is not (`not`), or for one that is not if there is (`avoid`), several conditions one after the other:
 * `(only 5=, not 4=USSSA)`, and `NN*` any value that begins so; `… as day` tells how the text is read.
 */
export type Table = Readonly<Record<string, string>>
export type ReadTable<T extends Table> = { -readonly [K in keyof T]: Value }

interface Choice {
  how: 'only' | 'not' | 'avoid'
  component: number
  values: string[]
}

interface Place {
  segment: string
  field: number
  as: string
  choices: Choice[]
  component?: number
  subcomponent?: number
}

/** Readers of a whole field, by the name that tables use. */
const ofField: Record<string, (repetitions: Repetition[]) => Value> = {
  address: ([first]) => first && addressOf(first),
  street: ([first]) => first && streetOf(first),
  phone: phoneOf,
  'home phone': homePhoneOf,
  'cell phone': cellPhoneOf,
  email: emailOf,
  name: ([first]) => first && nameOf(first),
  'previous address': (all) => {
    const previous = all.find((one) => one.value(13) || one.value(12, 2))
    return previous && addressOf(previous)
  },
  'previous phone': (all) => phoneOf(all.filter((one) => one.value(14))),
  'all words': (all) =>
    all
      .map((one) => (one.value(2) ?? one.value(1) ?? '').trim())
      .filter((words) => words !== '')
      .join(', ') || undefined,
  words: ([first]) => first && (first.value(2) ?? first.value(5) ?? first.value(1)),
}
const choiceForm = /(only|not|avoid) (\d+)=([^,)]*)/g
const placeForm =
  /^([A-Z][A-Z0-9]{2})-(\d+)(\((?:only|not|avoid) \d+=[^,)]*(?:, (?:only|not|avoid) \d+=[^,)]*)*\))?(?:\.(\d+))?(?:\.(\d+))?$/
const choicesOf = (text = ''): Choice[] =>
  [...text.matchAll(choiceForm)].map(([, how, component, values = '']) => ({
    how: how as 'only',
    component: Number(component),
    values: values.split('|'),
  }))
const ofText = new Set(['text', 'day', 'written day', 'instant'])
const known = new Map<string, readonly Place[]>()

/** The places of an entry. One that does not tell how it is read is read like the last. */
function placesOf(entry: string): readonly Place[] {
  const before = known.get(entry)
  if (before) return before
  const sources = entry.split(', else ')
  const last = sources.at(-1)?.split(' as ')[1] ?? 'text'
  const places = sources.map((source): Place => {
    const [place = '', as = last] = source.split(' as ')
    const found = placeForm.exec(place)
    if (!found) throw new Error(`${place} is no place of a mapping`)
    if (!ofText.has(as) && !Object.hasOwn(ofField, as) && !Object.hasOwn(closed, as) && !Object.hasOwn(open, as))
      throw new Error(`Nothing is read as ${as}`)
    const [, segment = '', field, choices, component, subcomponent] = found
    return {
      segment,
      field: Number(field),
      as,
      choices: choicesOf(choices),
      ...(component && { component: Number(component) }),
      ...(subcomponent && { subcomponent: Number(subcomponent) }),
    }
  })
  known.set(entry, places)
  return places
}

/** The segments that a table is read from, by id. */
export type Segments = (id: string) => Segment | undefined

/** A single segment as what a table is read from; with others that belong to it. */
export const only =
  (...segments: (Segment | undefined)[]): Segments =>
  (id) =>
    segments.find((segment) => segment?.id === id)

/** Reads tables of one message, and collects what is wrong with it. */
export class TableReader {
  readonly timeZone: string
  readonly problems = new ProblemList()

  constructor(timeZone: string) {
    this.timeZone = timeZone
  }

  tell(code: ProblemCode, segment?: Segment, field?: number) {
    const where: Partial<Problem> = segment
      ? {
          segment: segment.id,
          ...(field !== undefined && { field }),
          line: segment.line,
          position: segment.positionOf(field ?? 0),
        }
      : {}
    this.problems.add(problemOf(code, where))
  }

  read<T extends Table>(table: T, segments: Segments): ReadTable<T> {
    const told: Record<string, Value> = {}
    for (const [name, entry] of Object.entries(table)) told[name] = this.one(entry, segments)
    return told as ReadTable<T>
  }

  /** What one entry of a table says. */
  one(entry: string, segments: Segments): Value {
    for (const place of placesOf(entry)) {
      const segment = segments(place.segment)
      const value = segment && this.#at(place, segment)
      if (value !== undefined) return value
    }
    return undefined
  }

  #at(place: Place, segment: Segment): Value {
    const { as } = place
    const given = segment.repetitions(place.field).filter(({ raw }) => raw !== '')
    const repetitions = place.choices.reduce(chosen, given)
    const [first] = repetitions
    if (!first) return undefined
    if (first.raw === '""') return null
    const ofWhole = ofField[as]
    if (ofWhole) return trimmed(ofWhole(repetitions))
    if (as in closed || as in open) {
      const { value, isUnknown } = wordsOf(first, as as WordTable)
      if (isUnknown) this.tell('code-unknown', segment, place.field)
      return value
    }
    const text = trimmed(first.value(place.component, place.subcomponent))
    if (typeof text !== 'string' || as === 'text') return text
    return this.#moment(text, as, segment, place.field)
  }

  #moment(text: string, as: string, segment: Segment, field: number): Value {
    const moment = readMoment(text)
    const value =
      moment &&
      (as === 'written day'
        ? moment.date
        : as === 'day'
          ? dayOf(moment, this.timeZone)
          : instantOf(moment, this.timeZone))
    if (value === null) this.tell(moment ? 'date-imprecise' : 'date-wrong', segment, field)
    // Null would delete what is known.
    return value ?? undefined
  }
}

const trimmed = (value: Value): Value => (typeof value === 'string' ? value.trim() || undefined : value)

function chosen(all: Repetition[], choice: Choice): Repetition[] {
  const isOne = (one: Repetition) => {
    const said = (one.value(choice.component, 1) ?? '').trim().toUpperCase()
    return choice.values.some((value) => (value.endsWith('*') ? said.startsWith(value.slice(0, -1)) : said === value))
  }
  if (choice.how === 'only') return all.filter(isOne)
  const others = all.filter((one) => !isOne(one))
  return choice.how === 'not' || others.length > 0 ? others : all
}
