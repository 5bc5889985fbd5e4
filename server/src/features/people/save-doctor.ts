import { anyReviewer, type DoctorInput, type Person, peopleRefusals } from '@dictara/contract/people'
import type { Actor } from '../../platform/actor.ts'
import type { Work } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import { findClinicDay } from '../facilities/index.ts'
import { countGroups, countReviewers, findEhrDoctor, isBiller, listReachedFacilities } from './choices.store.ts'
import {
  type DoctorRow,
  emailIsTaken,
  insertDoctor,
  type LevelChoice,
  npiIsTaken,
  replaceFacilities,
  replaceReviewers,
  updateDoctor,
} from './doctor.store.ts'
import { getPerson, lockPerson } from './people.store.ts'

declare module '../../platform/database/work.ts' {
  interface Events {
    /** A doctor has another biller, or none; `billerIds` are the former and the present one. */
    'doctor.relinked': { doctorId: string; billerIds: readonly string[] }
  }
}

const levels = { NONE: [], LEVEL_1: ['LEVEL_1'], LEVEL_2: ['LEVEL_1', 'LEVEL_2'] } as const
const distinct = (ids: readonly string[]) => [...new Set(ids)]

const without = (ids: readonly string[], kept: readonly { id: string }[] = []) =>
  ids.filter((id) => !kept.some((known) => known.id === id))

/**
 * The reviewers of every level that the flow has; each level needs somebody (PEOP-34 to PEOP-36), whom the actor was
 * offered. Who was chosen before may stay, also disabled since: reviews skip them (Q054).
 */
async function checkReviewers(work: Work, actor: Actor, { reviewerFlowConfig: flow }: DoctorInput, before?: Person) {
  const had = before?.reviewerFlowConfig
  const choices: (LevelChoice & { isAny: boolean })[] = []
  for (const level of levels[flow.reviewerFlow]) {
    const [reviewers, groups, hadReviewers, hadGroups] =
      level === 'LEVEL_1'
        ? [flow.reviewersForLevel1, flow.reviewerGroupsForLevel1, had?.reviewersForLevel1, had?.reviewerGroupsForLevel1]
        : [flow.reviewersForLevel2, flow.reviewerGroupsForLevel2, had?.reviewersForLevel2, had?.reviewerGroupsForLevel2]
    const isAny = reviewers.includes(anyReviewer)
    const reviewerIds = distinct(reviewers.filter((id) => id !== anyReviewer))
    const groupIds = distinct(groups)
    refuseUnless(isAny || reviewerIds.length + groupIds.length > 0, peopleRefusals.reviewerMissing)
    const newReviewers = without(reviewerIds, hadReviewers)
    const newGroups = without(groupIds, hadGroups)
    const areKnown =
      (await countReviewers(work, actor, newReviewers)) === newReviewers.length &&
      (await countGroups(work, level, newGroups)) === newGroups.length
    refuseUnless(areKnown, peopleRefusals.reviewerUnknown)
    choices.push({ level, isAny, reviewerIds, groupIds })
  }
  return choices
}

async function checkAddresses(work: Work, input: DoctorInput, id: string | null) {
  refuseUnless(!(await emailIsTaken(work, input.email, id)), peopleRefusals.emailTaken)
  refuseUnless(!(await npiIsTaken(work, input.npi, id)), peopleRefusals.npiTaken)
}

async function checkEhrDoctor(work: Work, { ehrDoctorId }: DoctorInput) {
  if (!ehrDoctorId) return
  const known = await findEhrDoctor(work, ehrDoctorId)
  refuseUnless(known, peopleRefusals.ehrDoctorUnknown)
  refuseUnless(!known.isInvited, peopleRefusals.ehrDoctorInvited)
}

async function check(work: Work, actor: Actor, input: DoctorInput, before?: Person) {
  refuseUnless(!input.dob || input.dob <= (await findClinicDay(work)).today, peopleRefusals.bornInFuture)
  await checkAddresses(work, input, before?.id ?? null)
  const facilityIds = distinct(input.facilityIds)
  const known = before?.facilityIds ?? []
  const added = facilityIds.filter((facilityId) => !known.includes(facilityId))
  const facilities = await listReachedFacilities(work, actor, added)
  refuseUnless(facilities.length === added.length, peopleRefusals.facilityUnknown)
  refuseUnless(
    facilities.every(({ isEnabled }) => isEnabled),
    peopleRefusals.facilityDisabled,
  )
  refuseUnless(
    !input.biller || input.biller === before?.biller || (await isBiller(work, input.biller)),
    peopleRefusals.billerUnknown,
  )
  return { facilityIds, choices: await checkReviewers(work, actor, input, before) }
}

const rowOf = (input: DoctorInput, choices: readonly { level: string; isAny: boolean }[]): DoctorRow => ({
  email: input.email,
  firstName: input.firstName,
  lastName: input.lastName,
  npi: input.npi,
  phoneCountryCode: input.phoneNumber.countryCode,
  phoneNumber: input.phoneNumber.number,
  dob: input.dob ?? null,
  // Who reviews own notes edits them too, unless they go to transcriptionists (roles.md, Q175).
  userPrivilege:
    input.userPrivilege === 'NONE' ? 'NONE' : input.selfReviewEnabled ? 'TRANSCRIPTION_REVIEWER' : 'TRANSCRIPTION_ONLY',
  selfReviewEnabled: input.selfReviewEnabled,
  activateRoster: input.activateRoster,
  billerId: input.biller ?? null,
  reviewerFlow: input.reviewerFlowConfig.reviewerFlow,
  anyReviewerLevel1: choices.some(({ level, isAny }) => level === 'LEVEL_1' && isAny),
  anyReviewerLevel2: choices.some(({ level, isAny }) => level === 'LEVEL_2' && isAny),
})

/** Adds a doctor. @returns the id of the account, which has no password yet */
export async function addDoctor(work: Work, actor: Actor, input: DoctorInput): Promise<string> {
  const { facilityIds, choices } = await check(work, actor, input)
  await checkEhrDoctor(work, input)
  const id = newId(work.now.getTime())
  if (!(await insertDoctor(work, id, rowOf(input, choices), input.ehrDoctorId ?? null))) {
    // Somebody was faster with this email, NPI or doctor of the EHR.
    await checkAddresses(work, input, null)
    await checkEhrDoctor(work, input)
    throw new Refusal(peopleRefusals.emailTaken)
  }
  await replaceFacilities(work, actor, id, facilityIds)
  await replaceReviewers(work, id, choices)
  await work.audit({ event: 'person.added', detail: { userId: id, userType: 'doctor' } })
  return id
}

/**
 * Changes a doctor; takes effect at the person's next call, since who may what is read from the row each time.
 * @returns true when an invitation is open and its address changed: the link went to somebody else (Q005)
 */
export async function editDoctor(work: Work, actor: Actor, id: string, input: DoctorInput): Promise<boolean> {
  await lockPerson(work, id)
  const person = await getPerson(work, id)
  refuseUnless(person.userType === 'doctor', peopleRefusals.editedInAdmins)
  refuseUnless(person.isEnabled, peopleRefusals.disabled)
  const { facilityIds, choices } = await check(work, actor, input, person)
  await updateDoctor(work, id, rowOf(input, choices))
  await replaceFacilities(work, actor, id, facilityIds)
  await replaceReviewers(work, id, choices)
  await work.audit({ event: 'person.edited', detail: { userId: id } })
  const biller = input.biller ?? null
  if (biller !== person.biller) {
    const billerIds = [person.biller, biller].filter((one) => one !== null)
    await work.record('doctor.relinked', { doctorId: id, billerIds })
  }
  return person.invited && person.email.toLowerCase() !== input.email.toLowerCase()
}
