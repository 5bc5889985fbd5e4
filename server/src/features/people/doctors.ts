import { anyReviewer, type DoctorInput, type Person, peopleRefusals } from '@dictara/contract/people'
import type { ClinicWork, Work } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { type LevelChoice, replaceReviewers } from './author-reviewers.store.ts'
import { countReviewers, findEhrDoctor, isBiller } from './choices.store.ts'
import { waitForTurn } from './claims.store.ts'
import { countGroups } from './groups.store.ts'
import type { Level } from './people.store.ts'
import type { Kind } from './save-person.ts'

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
async function checkReviewers(work: ClinicWork, { reviewerFlowConfig: flow }: DoctorInput, before?: Person) {
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
      (await countReviewers(work, newReviewers)) === newReviewers.length &&
      (await countGroups(work, level, newGroups)) === newGroups.length
    refuseUnless(areKnown, peopleRefusals.reviewerUnknown)
    choices.push({ level, isAny, reviewerIds, groupIds })
  }
  return choices
}

async function checkEhrDoctor(work: Work, { ehrDoctorId }: DoctorInput) {
  if (!ehrDoctorId) return
  await waitForTurn(work, `EHR doctor ${work.clinicId} ${ehrDoctorId}`)
  const known = await findEhrDoctor(work, ehrDoctorId)
  refuseUnless(known, peopleRefusals.ehrDoctorUnknown)
  refuseUnless(!known.isInvited, peopleRefusals.ehrDoctorInvited)
}

const privilegeOf = ({ userPrivilege, selfReviewEnabled }: DoctorInput) => {
  // Who reviews own notes edits them too, unless they go to transcriptionists (roles.md, Q175).
  if (userPrivilege === 'NONE') return 'NONE'
  return selfReviewEnabled ? 'TRANSCRIPTION_REVIEWER' : 'TRANSCRIPTION_ONLY'
}

/** Doctors: with a biller, reviewers of each level, and perhaps an account in the EHR. */
export const doctors: Kind<DoctorInput> = {
  userTypes: ['doctor'],
  async check(work, input, before) {
    const biller = input.biller ?? null
    const isKnown = biller === null || biller === before?.biller || (await isBiller(work, biller))
    refuseUnless(isKnown, peopleRefusals.billerUnknown)
    const choices = await checkReviewers(work, input, before)
    if (!before) await checkEhrDoctor(work, input)
    const isAny = (level: Level) => choices.some((choice) => choice.level === level && choice.isAny)
    return {
      columns: {
        userPrivilege: privilegeOf(input),
        selfReviewEnabled: input.selfReviewEnabled,
        activateRoster: input.activateRoster,
        billerId: biller,
        reviewerFlow: input.reviewerFlowConfig.reviewerFlow,
        anyReviewerLevel1: isAny('LEVEL_1'),
        anyReviewerLevel2: isAny('LEVEL_2'),
        ...(!before && { ehrDoctorId: input.ehrDoctorId ?? null }),
      },
      async write(id) {
        await replaceReviewers(work, id, choices)
        if (!before || biller === before.biller) return
        const billerIds = [before.biller, biller].filter((one) => one !== null)
        await work.record('doctor.relinked', { doctorId: id, billerIds })
      },
    }
  },
}
