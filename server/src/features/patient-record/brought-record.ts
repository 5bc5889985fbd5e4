import type { RecordKind } from '@dictara/contract/patient-record'
import type { Events, Work } from '../../platform/database/index.ts'
import { isDeepStrictEqual } from 'node:util'
import { type Entry, listEntries, listKindsOf, replaceEntries } from './patient-record.store.ts'

type Said = Events['patient.brought']

const lower = (text: string | null) => (text ?? '').toLowerCase()

function withMovements(
  entries: readonly Entry<'ADT'>[],
  added: NonNullable<Said['added']>['ADT'] = [],
): Entry<'ADT'>[] {
  const keys = new Set(added.map(({ key }) => key))
  const latest = new Map(added.map((one) => [one.key, one]))
  return [
    ...entries.filter(({ entryKey }) => entryKey === null || !keys.has(entryKey)),
    ...[...latest.values()].map(({ key, visit = null, content }) => ({ entryKey: key, visit, content })),
  ]
}

/** Without the movement that did not happen. */
function withoutCancelled(entries: readonly Entry<'ADT'>[], cancels: NonNullable<Said['cancels']>): Entry<'ADT'>[] {
  const timeOf = ({ content }: Entry<'ADT'>) => Date.parse(content.effectiveDateTime)
  const meant = entries
    .filter(({ content }) => cancels.actionTypes.includes(content.actionType ?? ''))
    .filter(({ visit }) => !cancels.visit || visit === null || visit === cancels.visit)
    .toSorted((a, b) => timeOf(a) - timeOf(b))
  const ofTime = meant.findLast((entry) => cancels.at && timeOf(entry) === Date.parse(cancels.at))
  const gone = ofTime ?? meant.at(-1)
  return entries.filter((entry) => entry !== gone)
}

function withAllergies(
  entries: readonly Entry<'ALLERGY'>[],
  added: NonNullable<Said['added']>['ALLERGY'] = [],
): Entry<'ALLERGY'>[] {
  let now = [...entries]
  for (const { action, content } of added) {
    const isSame = ({ content: known }: Entry<'ALLERGY'>) =>
      content.allergyIntoleranceId !== null && known.allergyIntoleranceId !== null
        ? known.allergyIntoleranceId === content.allergyIntoleranceId
        : lower(known.allergen) === lower(content.allergen)
    const at = now.findIndex(isSame)
    const entry = { entryKey: null, visit: null, content }
    if (action === 'delete') now = now.filter((one) => !isSame(one))
    else if (at === -1) now.push(entry)
    else now[at] = entry
  }
  return now
}

const entryOf = <K extends RecordKind>(content: Entry<K>['content']): Entry<K> => ({
  entryKey: null,
  visit: null,
  content,
})

const kindsOf = ({ records, added, cancels }: Said) =>
  [...new Set([...Object.keys({ ...records, ...added }), ...(cancels ? ['ADT'] : [])])] as RecordKind[]

function withDetails(known: readonly Entry<'MORE_DETAILS'>[], given: readonly Entry<'MORE_DETAILS'>['content'][]) {
  return [entryOf<'MORE_DETAILS'>(Object.assign({}, ...known.map(({ content }) => content), ...given))]
}

function withPractitioners(
  known: readonly Entry<'PRACTITIONER'>[],
  given: readonly Entry<'PRACTITIONER'>['content'][],
): Entry<'PRACTITIONER'>[] {
  const relations = new Set(given.map(({ relation }) => relation))
  return [
    ...known.filter(({ content }) => !relations.has(content.relation)),
    ...given.map((one) => entryOf<'PRACTITIONER'>(one)),
  ]
}

/** Keeps what an interface says of a patient's record. The patient's row is locked. */
export async function keepSaid(work: Work, said: Said): Promise<void> {
  const { patientId, records = {}, added, cancels } = said
  const before = await listEntries(work, patientId, kindsOf(said))
  const now = new Map<RecordKind, readonly Entry[]>()
  const known = <K extends RecordKind>(kind: K) => (now.get(kind) ?? before.get(kind) ?? []) as readonly Entry<K>[]
  for (const [kind, given = []] of Object.entries(records) as [RecordKind, Entry['content'][]][])
    now.set(
      kind,
      kind === 'MORE_DETAILS'
        ? withDetails(known(kind), given as Entry<'MORE_DETAILS'>['content'][])
        : given.map((content) => entryOf(content)),
    )
  if (added?.ADT) now.set('ADT', withMovements(known('ADT'), added.ADT))
  if (added?.ALLERGY) now.set('ALLERGY', withAllergies(known('ALLERGY'), added.ALLERGY))
  if (added?.PRACTITIONER) now.set('PRACTITIONER', withPractitioners(known('PRACTITIONER'), added.PRACTITIONER))
  if (cancels) now.set('ADT', withoutCancelled(known('ADT'), cancels))
  await replaceEntries(work, patientId, before, now)
}

/** Kinds of which a patient has one entry, whose values are merged one by one. */
const single = new Set<RecordKind>(['MORE_DETAILS'])

/** What the survivor knows counts; what only the merged patient knew is added. */
function merged(kind: RecordKind, into: readonly Entry[], from: readonly Entry[]): Entry[] {
  if (single.has(kind)) {
    const told = [...from, ...into].map(({ content }) => Object.entries(content).filter(([, value]) => value !== null))
    return told.length > 0
      ? [{ entryKey: null, visit: null, content: Object.fromEntries(told.flat()) as Entry['content'] }]
      : []
  }
  const isKnown = (one: Entry) =>
    into.some(({ entryKey, content }) =>
      entryKey !== null && one.entryKey !== null ? entryKey === one.entryKey : isDeepStrictEqual(content, one.content),
    )
  return [...into, ...from.filter((one) => !isKnown(one))]
}

/** Gives the record of a merged patient to the survivor. */
export async function giveRecord(work: Work, { from, into }: Events['patient.merged']): Promise<void> {
  const kinds = await listKindsOf(work, from)
  if (kinds.length === 0) return
  const [theirs, others] = [await listEntries(work, into, kinds), await listEntries(work, from, kinds)]
  const both = kinds.map((kind) => [kind, merged(kind, theirs.get(kind) ?? [], others.get(kind) ?? [])] as const)
  await replaceEntries(work, into, theirs, new Map(both))
  await replaceEntries(work, from, others, new Map(kinds.map((kind) => [kind, []])))
}
