import type { PatientRecord, RecordKind } from '@dictara/contract/patient-record'
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

async function keepKind<K extends RecordKind>(
  work: Work,
  patientId: string,
  kind: K,
  given: readonly Entry<K>['content'][],
) {
  const known = kind === 'MORE_DETAILS' ? await listEntries(work, patientId, kind) : []
  const details = Object.assign({}, ...known.map(({ content }) => content), ...given) as Entry<K>['content']
  const contents = kind === 'MORE_DETAILS' ? [details] : given
  await replaceEntries(
    work,
    patientId,
    kind,
    contents.map((content) => entryOf<K>(content)),
  )
}

async function keepAdded(work: Work, patientId: string, { ADT, ALLERGY, PRACTITIONER }: NonNullable<Said['added']>) {
  if (ADT) await replaceEntries(work, patientId, 'ADT', withMovements(await listEntries(work, patientId, 'ADT'), ADT))
  if (ALLERGY)
    await replaceEntries(
      work,
      patientId,
      'ALLERGY',
      withAllergies(await listEntries(work, patientId, 'ALLERGY'), ALLERGY),
    )
  if (PRACTITIONER) {
    const relations = new Set(PRACTITIONER.map(({ relation }) => relation))
    const others = await listEntries(work, patientId, 'PRACTITIONER')
    await replaceEntries(work, patientId, 'PRACTITIONER', [
      ...others.filter(({ content }) => !relations.has(content.relation)),
      ...PRACTITIONER.map((one) => entryOf<'PRACTITIONER'>(one)),
    ])
  }
}

/** Keeps what an interface says of a patient's record. The patient's row is locked. */
export async function keepSaid(work: Work, { patientId, records = {}, added, cancels }: Said): Promise<void> {
  for (const kind of Object.keys(records) as RecordKind[]) await keepKind(work, patientId, kind, records[kind] ?? [])
  if (added) await keepAdded(work, patientId, added)
  if (cancels)
    await replaceEntries(work, patientId, 'ADT', withoutCancelled(await listEntries(work, patientId, 'ADT'), cancels))
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
  const kinds: (keyof PatientRecord)[] = await listKindsOf(work, from)
  for (const kind of kinds) {
    const [theirs, others] = [await listEntries(work, into, kind), await listEntries(work, from, kind)]
    await replaceEntries(work, into, kind, merged(kind, theirs, others))
    await replaceEntries(work, from, kind, [])
  }
}
