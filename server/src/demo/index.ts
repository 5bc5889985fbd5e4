import { rm } from 'node:fs/promises'
import { idAfter } from '@dictara/contract/new-id'
import { demoDomain } from '../features/demo-sign-in/index.ts'
import { endSessionsOf, hashPassword } from '../features/identity/index.ts'
import { firstTemplates, insertTemplate } from '../features/templates/index.ts'
import type { Blobs } from '../gateways/blobs/index.ts'
import { demoWorkTypes } from '../gateways/ehr/index.ts'
import type { Config } from '../platform/config.ts'
import type { Doors, Work } from '../platform/database/index.ts'
import {
  accountsFile,
  type DemoAccount,
  passPhrase,
  readDemoAccounts,
  replaceWeakPhrases,
  writeAccounts,
} from './accounts.ts'
import {
  findPlaceForJobs,
  hasClinics,
  insertClinic,
  insertEhrDoctor,
  insertExposedFields,
  insertEhrSettings,
  insertFacility,
  insertGroup,
  insertPatients,
  insertPerson,
  insertPayRate,
  insertTargets,
  linkReviewers,
  listDemoPeople,
  listEnabledDemoEmails,
  mayTakeDemoJobs,
  setDemoEnabled,
  waitForFirstClinics,
} from './demo.store.ts'
import { demoExposedFields, demoTargets } from './demo-jobs.ts'
import ehrDoctors from './ehr-doctors.json' with { type: 'json' }
import { makeDemoJobs } from './jobs.ts'
import { demoPatients } from './patients.ts'
import { demoPeople } from './people.ts'
import { giveDemoPhotos } from './photos.ts'
import { rowsOfAuthor, rowsOfDictionary } from './word-rows.ts'
import { insertDemoSubscriptions } from './subscriptions.ts'
import { insertDictionary, insertWords } from './words.store.ts'
import { dictionaryWords, wordsOfAccounts } from './words.ts'

export { waitForFirstClinics } from './demo.store.ts'

const emailOf = (account: string) => `${account.toLowerCase()}${demoDomain}`
const mainFacility = 'Harbor Street Main'
const clinicNames = { A: 'Harbor Street Clinic', B: 'Northgate Practice', operator: 'Dictara Operations' } as const
/** The result of a start for the demo. */
export interface DemoState {
  /** Everybody who may sign in. */
  accounts: DemoAccount[]
  /** Number of guessable pass phrases that were replaced. */
  strengthened: number
  /** Number of people whose sign-in this start disabled. */
  disabled: number
}

/**
 * Makes the demo if it is wanted: on the first start of an embedded database that only this computer uses, or with
 * DICTARA_DEMO=yes. With a public address nobody may sign in with accounts that came with the program (controls.md
 * S35).
 */
export async function prepareDemo(doors: Doors, blobs: Blobs, config: Config): Promise<DemoState> {
  const { dataFolder, DICTARA_DEMO: wanted, DICTARA_PUBLIC_URL: publicUrl } = config
  const isMade = wanted === 'yes' || (!wanted && !config.DATABASE_URL && !publicUrl)
  if (isMade) await makeDemo(doors, blobs, dataFolder)
  const strengthened = await replaceWeakPhrases(doors, dataFolder)
  let disabled = 0
  if (wanted === 'yes') await doors.asSystem('enable the demo', (work) => enableDemo(work))
  else if (wanted === 'no' || publicUrl)
    disabled = await doors.asSystem('disable the demo', (work) => disableDemo(work))
  const enabled = new Set(await doors.asSystem('look who of the demo may sign in', listEnabledDemoEmails))
  const accounts = (await readDemoAccounts(dataFolder)).filter(({ email }) => enabled.has(email))
  return { accounts, strengthened, disabled }
}

/**
 * The text about the demo for the person at the terminal. Pass phrases are shown to a person, but not written to a log.
 */
export function demoInWords(demo: DemoState, dataFolder: string, isTerminal: boolean): string[] {
  const file = accountsFile(dataFolder)
  const lines: string[] = []
  if (demo.strengthened > 0)
    lines.push(`${demo.strengthened} demo passwords were easy to guess and have been replaced. See ${file}`)
  if (demo.disabled > 0)
    lines.push(
      'The demo is off because DICTARA_PUBLIC_URL is set or DICTARA_DEMO=no. Turn it on with DICTARA_DEMO=yes.',
      'Create your first clinic with: npm run dictara -- clinic create',
    )
  if (demo.accounts.length === 0) return lines
  lines.push(`Demo sign-ins are in ${file}`)
  if (isTerminal)
    for (const { account, email, password } of demo.accounts)
      lines.push(`  ${account.padEnd(17)} ${email.padEnd(42)} ${password}`)
  return lines
}

/** Makes the demo, unless a clinic exists already. */
async function makeDemo(doors: Doors, blobs: Blobs, dataFolder: string): Promise<void> {
  if (!(await doors.asSystem('look for clinics', hasClinics))) await makePeople(doors, dataFolder)
  // If an earlier start was killed in between, the demo has no jobs yet.
  const place = await doors.asSystem('look for the demo’s jobs', findBareDemo)
  if (place) {
    await giveDemoPhotos(doors, blobs, emailOf)
    await makeDemoJobs(doors, blobs, place)
  }
}

/** Creates the demo's clinics and people in one transaction. */
async function makePeople(doors: Doors, dataFolder: string): Promise<void> {
  const accounts: DemoAccount[] = []
  const passwordHashes = new Map<string, string>()
  for (const { account, clinic } of demoPeople) {
    if (!account) continue
    const password = passPhrase()
    passwordHashes.set(account, await hashPassword(password))
    accounts.push({
      account,
      email: emailOf(account),
      password,
      clinicName: clinic ? clinicNames[clinic] : '',
    })
  }
  // Written before the commit: a demo without known sign-ins would be useless, while a file without a demo is
  // overwritten.
  await writeAccounts(accountsFile(dataFolder), accounts)
  const isMade = await doors.asSystem('make the demo', async (work) => {
    await waitForFirstClinics(work)
    if (await hasClinics(work)) return false
    await insertDemo(work, accounts, passwordHashes)
    return true
  })
  if (!isMade) await rm(accountsFile(dataFolder), { force: true })
}

async function findBareDemo(work: Work) {
  const place = await findPlaceForJobs(work, clinicNames.A, mainFacility)
  if (!place || !(await mayTakeDemoJobs(work, place.clinicId))) return undefined
  const people = new Map((await listDemoPeople(work)).map(({ email, id }) => [email, id]))
  const ids = new Map<string, string>()
  for (const { account = '' } of demoPeople) {
    const id = people.get(emailOf(account))
    // Somebody uses the demo as their own by now.
    if (!id) return undefined
    ids.set(account, id)
  }
  return { ...place, ids }
}

const enableDemo = (work: Work) => setDemoEnabled(work, true)

/** Disables all sign-ins of the demo. @returns how many were enabled */
export async function disableDemo(work: Work): Promise<number> {
  const disabled = await setDemoEnabled(work, false)
  for (const id of disabled) await endSessionsOf(work, id, 'DISABLED')
  return disabled.length
}

/** The day so many days from today. */
const dayFrom = ({ now }: Work, days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)

async function insertDemo(work: Work, accounts: DemoAccount[], passwordHashes: Map<string, string>) {
  const clinicA = await insertClinic(work, clinicNames.A)
  // The first by its id has the mails to people without a clinic (mailbox.store.ts); ids of one millisecond have no
  // order.
  const clinicB = await insertClinic(work, clinicNames.B, idAfter(clinicA))
  const operator = await insertClinic(work, clinicNames.operator, idAfter(clinicB))
  const main = await insertFacility(
    work,
    clinicA,
    { name: mainFacility, isParent: true, organisationId: 'HSC-1', plan: 'STANDARD_ANNUAL', planRenews: true },
    demoWorkTypes,
  )
  const east = await insertFacility(
    work,
    clinicA,
    { name: 'Harbor Street East', organisationId: 'HSC-2', plan: 'TRIAL', planEndDate: dayFrom(work, 20) },
    demoWorkTypes,
  )
  const closed = await insertFacility(
    work,
    clinicA,
    { name: 'Harbor Street Annex', isEnabled: false, organisationId: 'HSC-3' },
    demoWorkTypes,
  )
  // Nobody dictates there, so its plan may be over.
  await insertFacility(
    work,
    clinicA,
    {
      name: 'Harbor Street Rehabilitation',
      organisationId: 'HSC-4',
      plan: 'STANDARD',
      planEndDate: dayFrom(work, -3),
    },
    demoWorkTypes,
  )
  const north = await insertFacility(
    work,
    clinicB,
    // Its doctor may have four key-to-phrases of her own.
    { name: 'Northgate', isParent: true, organisationId: 'NGP-1', plan: 'ESSENTIALS' },
    demoWorkTypes,
  )
  const west = await insertFacility(
    work,
    clinicB,
    {
      name: 'Northgate West',
      organisationId: 'NGP-2',
      plan: 'TRIAL',
      planEndDate: dayFrom(work, 12),
      // The clinic's admin is asked to verify themselves there.
      verificationAskedSince: work.now,
    },
    demoWorkTypes,
  )
  await insertEhrSettings(work, clinicB, west, { asksVerification: 'Yes' })
  const places = {
    A: { clinicId: clinicA, facilityIds: [main, east, closed] },
    B: { clinicId: clinicB, facilityIds: [north] },
    operator: { clinicId: operator, facilityIds: [] },
  }
  await insertTargets(work, clinicA, main, demoTargets)
  await insertPayRate(work, clinicA, 900)
  for (const facilityId of [main, east]) await insertExposedFields(work, clinicA, facilityId, demoExposedFields)
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
  await insertDemoSubscriptions(work, { clinicId: clinicA, facilityId: main, userId: ids.get('clinicAdmin')! })
  const reviewers = [ids.get('reviewer1')!, ids.get('reviewer2')!]
  for (const author of ['doctor', 'poolDoctor'])
    await linkReviewers(work, clinicA, ids.get(author)!, reviewers, ids.get('biller')!)
  await insertGroup(work, clinicA, 'Cardiology reviewers', 'LEVEL_1', reviewers)
  await insertGroup(work, clinicA, 'Senior reviewers', 'ALL_LEVELS', [reviewers[1]!])
  await insertPatients(work, clinicA, [main, east], demoPatients(200, 'HS', work.now))
  await insertPatients(work, clinicB, [north], demoPatients(20, 'NG', work.now))
  for (const doctor of ehrDoctors) await insertEhrDoctor(work, clinicA, doctor)
  for (const template of firstTemplates) {
    await insertTemplate(work, clinicA, template)
    await insertTemplate(work, clinicB, template)
  }
  await insertWords(
    work,
    Object.entries(wordsOfAccounts).map(([account, words]) => rowsOfAuthor(clinicA, ids.get(account)!, words)),
  )
  await insertDictionary(work, rowsOfDictionary(dictionaryWords))
}
