import { Foreign } from '../foreign.ts'
import { inTurn } from '../in-turn.ts'
import { EhrFailed } from '../port.ts'
import { type PatientPage, type PatientReading, wantedOf } from '../read-patient.ts'
import { listPages, type PointHealthClient } from './point-health-client.ts'
import { type PartOfPatient, partsOfPatient, readPointHealthPatient } from './read-point-health.ts'

type Status = 'Current' | 'Discharged'
/** Where a reading stands; it has no memory of changes, because the interface tells none. */
interface Bookmark {
  status: Status
  page: number
}
const fromStart = JSON.stringify({ status: 'Current', page: 1 } satisfies Bookmark)

/**
 * Reads the patients of a facility: those who are there, and of those who were discharged in the last days all, or whoever is known
 * (FAC-34). Each reading reads all of them. One that was cut off goes on at its page.
 */
export async function* listPatients(
  client: PointHealthClient,
  facId: string,
  reading: PatientReading,
  { now, signal }: { now: Date; signal: AbortSignal },
): AsyncGenerator<PatientPage> {
  const mark = JSON.parse(reading.bookmark ?? fromStart) as Bookmark
  for (const status of ['Current', 'Discharged'] as const) {
    if (mark.status === 'Discharged' && status === 'Current') continue
    const from = mark.status === status ? mark.page : 1
    const parameters = { facId, patientStatus: status }
    for await (const { page, rows, hasMore } of listPages(client, 'patients', parameters, { signal, from })) {
      // The list tells who is wanted; only of them everything is asked.
      const listed = rows.map((row) => ({
        row,
        isPresent: status === 'Current',
        patient: readPointHealthPatient(row, {}),
        warnings: [],
      }))
      const wanted = new Set(await wantedOf(listed, reading, now))
      const read = await inTurn(
        listed.filter(({ patient }) => patient && wanted.has(patient)),
        ({ row }) => readOne(client, row, signal),
      )
      yield {
        patients: read.flatMap(({ patient }) => patient ?? []),
        warnings: [
          ...listed.flatMap(({ patient, row }) =>
            patient ? [] : `patients/${row.text('patientId') ?? '?'} has no medical record number`,
          ),
          ...read.flatMap(({ warnings }) => warnings),
        ],
        bookmark: hasMore ? JSON.stringify({ status, page: page + 1 }) : afterStatus(status),
      }
    }
  }
}

const afterStatus = (status: Status) =>
  status === 'Current' ? JSON.stringify({ status: 'Discharged', page: 1 } satisfies Bookmark) : fromStart

async function readOne(client: PointHealthClient, row: Foreign, signal: AbortSignal) {
  const warnings: string[] = []
  const id = row.text('patientId')
  if (id === null) return { patient: undefined, warnings: ['a patient without an id'] }
  const name = `patients/${id}`
  const ask = (path: string) => client.ask(path, 'show a patient', { signal })
  const patient = new Foreign(name, await ask(`patients/${encodeURIComponent(id)}`), warnings)
  const parts: { [K in PartOfPatient]?: Foreign[] } = {}
  for (const part of partsOfPatient)
    try {
      const body = await ask(`${part}?${new URLSearchParams({ patientId: id }).toString()}`)
      // Coverages come as one object, everything else in a list.
      const read = new Foreign(`${name} ${part}`, body, warnings)
      parts[part] = read.has('data') || part !== 'coverages' ? read.parts('data') : [read]
    } catch (error) {
      if (!(error instanceof EhrFailed) || error.kind !== 'refused') throw error
      warnings.push(`${name}: its ${part} can’t be read`)
    }
  const read = readPointHealthPatient(patient, parts)
  return { patient: read, warnings }
}
