import { earliestBirth, PatientInput, patientRefusals, patientSexes } from '@dictara/contract/patients'
import type { PatientColumn } from '@dictara/contract/patients-import'
import * as z from 'zod/mini'
import type { ClinicWork, Work } from '../../platform/database/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findFacility, listFacilities } from '../facilities/index.ts'
import { type CsvLine, dayOf, isFormula, mistakesIn, type ReadRow, tooManyCells } from '../imports/index.ts'
import { type Candidate, comparePatients } from './alike.store.ts'
import { birthRefusal, tell } from './known-patients.ts'

type Line = CsvLine<PatientColumn>
/** A patient as the form would send them, who can be added as far as their own line tells. */
export type Entered = PatientInput & { facilityId: string }

/** How many are compared in one statement. */
const comparedAtOnce = 1_000

const sexes = new Map(patientSexes.flatMap((sex) => [sex, sex[0]!].map((cell) => [cell.toLowerCase(), sex] as const)))

/** What cells name a facility: of those that the actor reaches, with its day; or what is wrong. An only one need not be named. */
async function facilitiesNamed(work: ClinicWork, lines: readonly Line[]) {
  const reached = await listFacilities(work, '')
  const enabled = reached.filter(({ disabled }) => !disabled)
  const found = new Map<string, { facilityId: string; today: string } | string>()
  for (const name of new Set(lines.map(({ cells }) => (cells.Facility ?? '').toLowerCase()))) {
    const [one, another] = name ? reached.filter((of) => of.facilityName.toLowerCase() === name) : enabled
    // No facility has a longer name.
    const said = name.slice(0, 200)
    if (!one) found.set(name, name ? `You have no facility called “${said}”.` : 'Facility is required')
    else if (another) found.set(name, name ? `Several facilities are called “${said}”.` : 'Facility is required')
    else if (one.disabled) found.set(name, `The facility “${said}” is disabled.`)
    else found.set(name, { facilityId: one.facilityId, today: (await findFacility(work, one.facilityId))!.today })
  }
  return (cell: string) => found.get(cell.toLowerCase())!
}

const isDay = (text: string) => z.safeParse(PatientInput.shape.birthDate, text).success

function birthMistake(cell: string, today: string | undefined): string[] {
  if (!cell) return ['Date of Birth is required']
  const birthDate = dayOf(cell)
  if (!isDay(birthDate)) return [`“${cell.slice(0, 40)}” isn’t a date. Write it as 1980-12-31 or 12/31/1980.`]
  const refusal = today && birthRefusal(birthDate, today)
  return refusal ? [refusal.message] : []
}

function readLine({ line, cells, isTooLong }: Line, facilityNamed: Awaited<ReturnType<typeof facilitiesNamed>>) {
  const of = (column: PatientColumn) => cells[column] ?? ''
  const place = facilityNamed(of('Facility'))
  const [facility, wrongPlace] = typeof place === 'string' ? [undefined, [place]] : [place, []]
  const birthDate = dayOf(of('Date of Birth'))
  const facts = {
    firstName: of('First Name'),
    lastName: of('Last Name'),
    // A wrong date is reported from the cell, so use a valid one here.
    birthDate: isDay(birthDate) ? birthDate : earliestBirth,
    gender: sexes.get(of('Sex').toLowerCase()) ?? of('Sex'),
    medicalRecordNumber: of('MRN') || null,
    bedId: of('Bed') || null,
  }
  const why = [
    ...(isTooLong ? [tooManyCells] : []),
    ...(Object.keys(cells) as PatientColumn[])
      .filter((column) => isFormula(of(column)))
      .map((column) => `${column} looks like a formula.`),
    ...mistakesIn(PatientInput, facts),
    ...birthMistake(of('Date of Birth'), facility?.today),
    ...wrongPlace,
  ]
  return {
    line,
    fullName: `${facts.firstName} ${facts.lastName}`.trim().slice(0, 210),
    cells: [isDay(birthDate) ? birthDate : of('Date of Birth'), facts.gender, of('MRN'), of('Bed'), of('Facility')].map(
      (cell) => cell.slice(0, 200),
    ),
    facility,
    facts,
    why: [...new Set(why)],
  }
}

export type Verdict = Pick<ReadRow, 'outcome' | 'why'>

/** What becomes of candidates beside the patients of their facilities, and beside each other: of two alike, the first is added. */
export async function judge(work: Work, candidates: readonly Candidate[]): Promise<Map<number, Verdict>> {
  const verdicts = new Map<number, Verdict>()
  const lineOf = new Map<string, number>()
  for (let from = 0; from < candidates.length; from += comparedAtOnce) {
    const some = candidates.slice(from, from + comparedAtOnce)
    const compared = new Map((await comparePatients(work, some)).map((one) => [one.line, one]))
    for (const one of some) {
      const { holder, alike, likeness } = compared.get(one.line)!
      const no = (outcome: 'HERE' | 'CANNOT', why: string) => verdicts.set(one.line, { outcome, why })
      const here = (alike: Parameters<typeof tell>[0]) => new Refusal(patientRefusals.looksAlike, tell(alike)).message
      const before = lineOf.get(likeness)
      lineOf.set(likeness, before ?? one.line)
      if (holder?.isAlike) no('HERE', here(holder))
      else if (holder) no('CANNOT', new Refusal(patientRefusals.recordNumberTaken, tell(holder)).message)
      else if (alike?.birthDate && one.medicalRecordNumber === null) no('HERE', here(alike))
      else if (alike) no('CANNOT', `${here(alike)} ${ifAnother}`)
      else if (before !== undefined) no('CANNOT', `Line ${before} has the same name and date of birth. ${ifAnother}`)
      else verdicts.set(one.line, { outcome: 'ADD', why: '' })
    }
  }
  return verdicts
}
const ifAnother = 'If this is somebody else, add them under Patients → New patient.'

/** What every line of a file would do, in its order. */
export async function readPatients(work: ClinicWork, lines: readonly Line[]): Promise<ReadRow[]> {
  const facilityNamed = await facilitiesNamed(work, lines)
  const lineOfRecord = new Map<string, number>()
  const read = lines.map((line) => {
    const row = readLine(line, facilityNamed)
    const { medicalRecordNumber } = row.facts
    const record =
      row.facility && medicalRecordNumber && `${row.facility.facilityId} ${medicalRecordNumber.toLowerCase()}`
    const before = record ? lineOfRecord.get(record) : undefined
    if (record) lineOfRecord.set(record, before ?? row.line)
    if (before !== undefined) row.why.push(`Line ${before} has the same MRN.`)
    return row
  })
  const good = read.flatMap(({ why, facility, facts, line }) =>
    why.length === 0 && facility
      ? [{ line, input: { ...z.parse(PatientInput, facts), facilityId: facility.facilityId } satisfies Entered }]
      : [],
  )
  const inputs = new Map(good.map(({ line, input }) => [line, input]))
  const verdicts = await judge(work, good.map(candidateOf))
  return read.map(({ line, fullName, cells, why }) => {
    const verdict = verdicts.get(line) ?? { outcome: 'CANNOT' as const, why: why.join(' · ') }
    return { line, fullName, cells, ...verdict, input: verdict.outcome === 'ADD' ? inputs.get(line)! : null }
  })
}

export const candidateOf = ({ line, input }: { line: number; input: Entered }): Candidate => ({
  ...input,
  line,
  medicalRecordNumber: input.medicalRecordNumber ?? null,
})
