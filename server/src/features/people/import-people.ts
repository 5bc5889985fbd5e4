import { type ImportRole, mostPeople, type PeopleColumn, peopleColumns } from '@dictara/contract/people-import'
import { isManager } from '@dictara/contract/roles'
import type { Actor } from '../../platform/actor.ts'
import type { ClinicWork, Work } from '../../platform/database/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findClinicDay, listFacilities } from '../facilities/index.ts'
import { type CsvLine, type ImportKind, otherNames, type SettledRow } from '../imports/index.ts'
import { ruledBy } from './import-roles.ts'
import type { Invite } from './invite-person.ts'
import { listManagedWith, listNpisAmong } from './known-people.store.ts'
import { getPerson } from './people.store.ts'
import { type Known, readRows } from './read-people.ts'

const columns = {
  names: peopleColumns,
  otherNames: {
    ...otherNames,
    mail: 'Email',
    emailaddress: 'Email',
    worksas: 'Role',
    type: 'Role',
    kind: 'Role',
    phone: 'Phone Number',
    telephone: 'Phone Number',
    mobile: 'Phone Number',
    npinumber: 'NPI',
    facility: 'Facilities',
  },
  needed: ['First Name', 'Last Name', 'Email', 'Role', 'Phone Number'],
  mostRows: mostPeople,
} as const

const cellsOf = (lines: readonly CsvLine<PeopleColumn>[], column: 'Email' | 'NPI') => [
  ...new Set(lines.map(({ cells }) => cells[column] ?? '').filter(Boolean)),
]

async function readKnown(work: ClinicWork, lines: readonly CsvLine<PeopleColumn>[]): Promise<Known> {
  const emails = cellsOf(lines, 'Email').map((email) => email.toLowerCase())
  const here = await listManagedWith(work, emails)
  const npis = await listNpisAmong(work, cellsOf(lines, 'NPI'))
  return {
    facilities: await listFacilities(work, ''),
    people: new Map(
      here.map(({ email, fullName, userType, isEnabled }) => [
        email,
        `${fullName} already has this account, as ${userType === 'clinicAdmin' ? 'clinic administrator' : userType}${isEnabled ? '' : ', disabled'}.`,
      ]),
    ),
    npis: new Set(npis.flatMap(({ npi }) => npi ?? [])),
    today: (await findClinicDay(work)).today,
  }
}

/** The actor with their present role and facilities; null if they are disabled or `may` is false. */
export async function actorNow(
  work: Work,
  actor: Actor,
  may: (person: Pick<Actor, 'userType'>) => boolean,
): Promise<Actor | null> {
  const { isEnabled, facilityIds, userType } = await getPerson(work, actor.userId)
  return isEnabled && may({ userType }) ? { ...actor, userType, facilityIds } : null
}

/** Imports people. Each is added by the rules of their role's form and invited. */
export const peopleKind = (invite: Invite): ImportKind<PeopleColumn> => ({
  name: 'people',
  columns,
  batch: 25,
  read: async (work, lines) => readRows(lines, await readKnown(work, lines)),
  async add(work, rows) {
    const settled: SettledRow[] = []
    for (const { line, input } of rows) {
      const { role, ...person } = input as { role: ImportRole }
      try {
        await work.attempt(() => ruledBy[role].add(work, person, invite))
        settled.push({ line, outcome: 'ADDED', why: '' })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        settled.push({ line, outcome: 'CANNOT', why: error.message })
      }
    }
    return settled
  },
  actorNow: (work, actor) => actorNow(work, actor, isManager),
})
