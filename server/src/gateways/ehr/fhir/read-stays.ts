import type { AdtRecord } from '@dictara/contract/patient-record'
import type { Foreign } from '../foreign.ts'
import type { EhrPatient } from '../read-patient.ts'
import { codesOf, isEnteredInError } from './parts.ts'
import { presentStates, termTypes, wordFor } from './words.ts'

/** Resources that others refer to, by their reference, e.g. `Location/12`. */
export type Referred = ReadonlyMap<string, Foreign>

const startOf = (encounter: Foreign) => encounter.part('period').text('start') ?? ''
const statusOf = (encounter: Foreign) => encounter.text('status') ?? ''

/** Encounters that took or take place, the latest first. */
const realEncounters = (encounters: readonly Foreign[]) =>
  encounters
    .filter((one) => !isEnteredInError(one) && !/^(?:planned|cancelled)$/.test(statusOf(one)))
    .toSorted((one, other) => startOf(other).localeCompare(startOf(one)))

/** The encounter that tells where a patient is: the latest that goes on, else the latest that ended. */
export function presentEncounter(encounters: readonly Foreign[]): Foreign | undefined {
  const real = realEncounters(encounters)
  return real.find((one) => presentStates.has(statusOf(one))) ?? real[0]
}

/** Whether a patient is admitted, or being seen, now. */
export const isPresent = (encounters: readonly Foreign[]): boolean =>
  realEncounters(encounters).some((one) => presentStates.has(statusOf(one)))

interface Place {
  /** Code of the physical type: wa, ro, bd. */
  kind: string | undefined
  id: string | null
  name: string | null
}

/** A location of an encounter and what it is in, as far as it is known. */
function placesOf(entry: Foreign, referred: Referred): Place[] {
  const places: Place[] = []
  const link = entry.part('location')
  let reference = link.text('reference')
  const [kind] = codesOf(entry.part('physicalType'))
  const known = referred.get(reference ?? '')
  places.push({
    kind: kind ?? (known && codesOf(known.part('physicalType'))[0]),
    id: known?.parts('identifier')[0]?.text('value') ?? link.part('identifier').text('value'),
    name: link.text('display') ?? known?.text('name') ?? null,
  })
  reference = known?.part('partOf').text('reference') ?? null
  // A bed is in a room, in a ward, in a building; circles end here too.
  for (let up = 0; up < 4 && reference !== null; up += 1) {
    const around = referred.get(reference)
    if (!around) break
    places.push({
      kind: codesOf(around.part('physicalType'))[0],
      id: around.parts('identifier')[0]?.text('value') ?? null,
      name: around.text('name'),
    })
    reference = around.part('partOf').text('reference')
  }
  return places
}

const bedIn = (places: readonly Place[]) => places.find(({ kind }) => kind === 'bd')

/** Where the patient is, since when, and whether they left. */
export function readStay(
  encounter: Foreign,
  referred: Referred,
): Pick<EhrPatient, 'bedId' | 'bedDesc' | 'unitDesc' | 'admissionDate' | 'dischargedAt' | 'termType'> {
  const period = encounter.part('period')
  const dischargedAt = presentStates.has(statusOf(encounter)) ? null : period.moment('end')
  const entries = encounter.parts('location').filter((one) => one.text('status') !== 'completed')
  const places = dischargedAt === null ? entries.flatMap((entry) => placesOf(entry, referred)) : []
  const bed = bedIn(places)
  const ward = places.find(({ kind }) => kind === 'wa') ?? places.find(({ kind }) => kind === undefined)
  const termType = wordFor(termTypes, encounter.part('class').text('code'))
  return {
    bedId: bed?.id ?? bed?.name ?? null,
    bedDesc: bed?.name ?? null,
    unitDesc: ward?.name ?? null,
    admissionDate: period.day('start'),
    dischargedAt,
    ...(termType && { termType }),
  }
}

/** PAT-21: admission, each move and discharge of every encounter, the newest first. */
export function readAdtRecords(encounters: readonly Foreign[], referred: Referred): AdtRecord[] {
  const records: { at: number; record: AdtRecord }[] = []
  const add = (actionType: string, moment: Date | null, bedId: string | null) => {
    if (moment)
      records.push({
        at: moment.getTime(),
        record: { actionType, effectiveDateTime: moment.toISOString(), bedId, payerCode: null, payerName: null },
      })
  }
  for (const encounter of realEncounters(encounters)) {
    const period = encounter.part('period')
    const stays = encounter
      .parts('location')
      .map((entry) => ({ since: entry.part('period').moment('start'), bed: bedIn(placesOf(entry, referred)) }))
      .toSorted((one, other) => (one.since?.getTime() ?? 0) - (other.since?.getTime() ?? 0))
    const bedOf = (at: number) => stays[at]?.bed?.id ?? stays[at]?.bed?.name ?? null
    add('Admission', period.moment('start'), bedOf(0))
    for (const [at, { since }] of stays.entries()) if (at > 0) add('Transfer', since, bedOf(at))
    if (!presentStates.has(statusOf(encounter))) add('Discharge', period.moment('end'), bedOf(stays.length - 1))
  }
  return records.toSorted((one, other) => other.at - one.at).map(({ record }) => record)
}
