import { type PeopleImport, importRefusals } from '@dictara/contract/people-import'
import type { ClinicWork } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { findClinicDay, listFacilities } from '../facilities/index.ts'
import { waitForTurn } from './claims.store.ts'
import { type Known, readRows } from './import-rows.ts'
import { findImport, listManagedWith, listNpisAmong, lockImport, replaceImport } from './people-import.store.ts'
import { type CsvLine, readCsv } from './read-csv.ts'

const cellsOf = (lines: readonly CsvLine[], column: 'Email' | 'NPI') => [
  ...new Set(lines.map(({ cells }) => cells[column] ?? '').filter(Boolean)),
]

async function readKnown(work: ClinicWork, lines: readonly CsvLine[]): Promise<Known> {
  const emails = cellsOf(lines, 'Email').map((email) => email.toLowerCase())
  const here = await listManagedWith(work, emails)
  const npis = await listNpisAmong(work, cellsOf(lines, 'NPI'))
  return {
    facilities: await listFacilities(work, ''),
    people: new Map(
      here.map(({ email, fullName, userType, isEnabled }) => [
        email,
        `${fullName} has this account already, as ${userType === 'clinicAdmin' ? 'clinic administrator' : userType}${isEnabled ? '' : ', disabled'}.`,
      ]),
    ),
    npis: new Set(npis.flatMap(({ npi }) => npi ?? [])),
    today: (await findClinicDay(work)).today,
  }
}

/** Reads a file and keeps what each of its rows would do, in the place of the actor's preview before; nobody is added. */
export async function previewImport(
  work: ClinicWork,
  { fileName, content }: { fileName: string; content: string },
): Promise<PeopleImport> {
  // Of a person's first ones there is no row yet that the second could wait for.
  await waitForTurn(work, `import of ${work.actor.userId}`)
  refuseUnless((await lockImport(work))?.state !== 'RUNNING', importRefusals.running)
  const { encoding, unread, lines } = readCsv(Buffer.from(content, 'base64'))
  const rows = readRows(lines, await readKnown(work, lines))
  const toAdd = rows.filter(({ outcome }) => outcome === 'ADD').length
  const head = { id: newId(work.now.getTime()), fileName, encoding, unread, state: 'PREVIEW' as const, toAdd }
  await replaceImport(work, head, rows)
  return (await findImport(work, true))!
}
