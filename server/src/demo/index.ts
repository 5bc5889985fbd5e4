import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashPassword } from '../features/identity/index.ts'
import type { Blobs } from '../gateways/blobs/index.ts'
import type { Doors, Work } from '../platform/database/index.ts'
import {
  hasClinics,
  insertClinic,
  insertEhrDoctor,
  insertFacility,
  insertGroup,
  insertPatients,
  insertPerson,
  insertTemplate,
  linkReviewers,
} from './demo.store.ts'
import ehrDoctors from './ehr-doctors.json' with { type: 'json' }
import { makeDemoJobs } from './jobs.ts'
import { demoPatients } from './patients.ts'
import { demoPeople } from './people.ts'
import templates from './templates.json' with { type: 'json' }

export interface DemoAccount {
  account: string
  email: string
  password: string
  clinicName: string
}

const workTypes = ['Progress Note', 'History and Physical', 'Discharge Summary', 'Operative Note', 'Consultation']
const clinicNames = { A: 'Harbor Street Clinic', B: 'Northgate Practice', operator: 'Dictara Operations' } as const
const words = [
  'amber',
  'basil',
  'canyon',
  'dune',
  'ember',
  'fjord',
  'garnet',
  'harbor',
  'indigo',
  'juniper',
  'kelp',
  'lagoon',
  'maple',
  'nectar',
  'opal',
  'pebble',
  'quartz',
  'reef',
  'saffron',
  'tundra',
]
const passPhrase = () => Array.from({ length: 4 }, () => words[randomInt(words.length)]).join('-')

const accountsFile = (dataFolder: string) => join(dataFolder, 'demo-accounts.json')

/** The sign-ins of the demo, or none when this installation has no demo. */
export async function readDemoAccounts(dataFolder: string): Promise<DemoAccount[]> {
  try {
    return JSON.parse(await readFile(accountsFile(dataFolder), 'utf8')) as DemoAccount[]
  } catch {
    return []
  }
}

/**
 * Makes the demo clinics on the first start of an embedded database, in one transaction. The sign-ins, with pass
 * phrases made for this installation, are also in `demo-accounts.json`, readable by the owner of the folder only.
 */
export async function makeDemo(doors: Doors, blobs: Blobs, dataFolder: string): Promise<void> {
  if (await doors.asSystem('look for clinics', hasClinics)) return
  const accounts: DemoAccount[] = []
  const passwordHashes = new Map<string, string>()
  for (const { account, clinic } of demoPeople) {
    if (!account) continue
    const password = passPhrase()
    passwordHashes.set(account, await hashPassword(password))
    accounts.push({
      account,
      email: `${account.toLowerCase()}@demo.dictara.example`,
      password,
      clinicName: clinic ? clinicNames[clinic] : '',
    })
  }
  // Written before the commit: a demo whose sign-ins nobody knows would be of no use, the reverse is made anew.
  await writeFile(accountsFile(dataFolder), `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 })
  const place = await doors.asSystem('make the demo', (work) => insertDemo(work, accounts, passwordHashes))
  await makeDemoJobs(doors, blobs, place)
}

async function insertDemo(work: Work, accounts: DemoAccount[], passwordHashes: Map<string, string>) {
  const clinicA = await insertClinic(work, clinicNames.A)
  const clinicB = await insertClinic(work, clinicNames.B)
  const operator = await insertClinic(work, clinicNames.operator)
  const main = await insertFacility(
    work,
    clinicA,
    { name: 'Harbor Street Main', isParent: true, organisationId: 'HSC-1' },
    workTypes,
  )
  const east = await insertFacility(work, clinicA, { name: 'Harbor Street East', organisationId: 'HSC-2' }, workTypes)
  const closed = await insertFacility(
    work,
    clinicA,
    { name: 'Harbor Street Annex', isEnabled: false, organisationId: 'HSC-3' },
    workTypes,
  )
  await insertFacility(work, clinicA, { name: 'Harbor Street Rehabilitation', organisationId: 'HSC-4' }, workTypes)
  const north = await insertFacility(
    work,
    clinicB,
    { name: 'Northgate', isParent: true, organisationId: 'NGP-1' },
    workTypes,
  )
  const places = {
    A: { clinicId: clinicA, facilityIds: [main, east, closed] },
    B: { clinicId: clinicB, facilityIds: [north] },
    operator: { clinicId: operator, facilityIds: [] },
  }
  const ids = new Map<string, string>()
  for (const person of demoPeople) {
    const place = person.clinic ? places[person.clinic] : { clinicId: null, facilityIds: [] }
    const { email } = accounts.find(({ account }) => account === person.account)!
    const passwordHash = passwordHashes.get(person.account!)!
    ids.set(
      person.account!,
      await insertPerson(work, place.clinicId, { ...person, email, passwordHash }, place.facilityIds),
    )
  }
  const reviewers = [ids.get('reviewer1')!, ids.get('reviewer2')!]
  for (const author of ['doctor', 'poolDoctor'])
    await linkReviewers(work, clinicA, ids.get(author)!, reviewers, ids.get('biller')!)
  await insertGroup(work, clinicA, 'Cardiology reviewers', 'LEVEL_1', reviewers)
  await insertGroup(work, clinicA, 'Senior reviewers', 'ALL_LEVELS', [reviewers[1]!])
  await insertPatients(work, clinicA, [main, east], demoPatients(200, 'HS'))
  await insertPatients(work, clinicB, [north], demoPatients(20, 'NG'))
  for (const doctor of ehrDoctors) await insertEhrDoctor(work, clinicA, doctor)
  for (const template of templates) {
    await insertTemplate(work, clinicA, template)
    await insertTemplate(work, clinicB, template)
  }
  return { clinicId: clinicA, facilityId: main, ids }
}
