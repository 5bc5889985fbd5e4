import { type DoctorInput, peopleRefusals } from '@dictara/contract/people'
import { type Work, waitForTurn } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { checkAuthor } from './authors.ts'
import { findEhrDoctor } from './choices.store.ts'
import type { Kind } from './save-person.ts'

async function checkEhrDoctor(work: Work, { ehrDoctorId }: DoctorInput) {
  if (!ehrDoctorId) return
  await waitForTurn(work, `EHR doctor ${work.clinicId} ${ehrDoctorId}`)
  const known = await findEhrDoctor(work, ehrDoctorId)
  refuseUnless(known, peopleRefusals.ehrDoctorUnknown)
  refuseUnless(!known.isInvited, peopleRefusals.ehrDoctorInvited)
}

const privilegeOf = ({ userPrivilege, selfReviewEnabled }: DoctorInput) => {
  // A doctor who reviews their own notes also edits them, unless the notes go to transcriptionists (roles.md, Q175).
  if (userPrivilege === 'NONE') return 'NONE'
  return selfReviewEnabled ? 'TRANSCRIPTION_REVIEWER' : 'TRANSCRIPTION_ONLY'
}

/** Doctors: with a biller, reviewers of each level, and perhaps an account in the EHR. */
export const doctors: Kind<DoctorInput> = {
  userTypes: ['doctor'],
  async check(work, input, before) {
    const { columns, write } = await checkAuthor(work, input, before)
    if (!before) await checkEhrDoctor(work, input)
    return {
      columns: {
        ...columns,
        userPrivilege: privilegeOf(input),
        ...(!before && { ehrDoctorId: input.ehrDoctorId ?? null }),
      },
      write,
    }
  },
}
