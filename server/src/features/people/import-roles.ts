import { AdminInput, DoctorInput, PersonInput, ReviewerInput } from '@dictara/contract/people'
import { type ImportRole, importRoles } from '@dictara/contract/people-import'
import * as z from 'zod/mini'
import type { ClinicWork } from '../../platform/database/index.ts'
import { admins } from './admins.ts'
import { billers } from './billers.ts'
import { doctors } from './doctors.ts'
import type { Invite } from './invite-person.ts'
import { reviewers } from './reviewers.ts'
import { addPerson, type Kind } from './save-person.ts'

interface ImportedRole {
  /** The input of this role's form. */
  schema: z.ZodMiniType
  /** Extra input for this role. */
  more: object
  add(work: ClinicWork, input: unknown, invite: Invite): Promise<unknown>
}

const by = <I extends PersonInput>(schema: z.ZodMiniType<I>, kind: Kind<I>, more: object = {}): ImportedRole => ({
  schema,
  more,
  add: (work, input, invite) => addPerson(work, kind, z.parse(schema, input), invite),
})

/** For each role, the rules of its form, by which its people are imported. */
export const ruledBy: Record<ImportRole, ImportedRole> = {
  Doctor: by(DoctorInput, doctors),
  Reviewer: by(ReviewerInput, reviewers, { userType: 'reviewer' }),
  Transcriptionist: by(ReviewerInput, reviewers, { userType: 'transcriptionist' }),
  Biller: by(PersonInput, billers),
  Admin: by(AdminInput, admins),
}

const names = new Map<string, ImportRole>([
  ...importRoles.map((role) => [role.toLowerCase(), role] as const),
  ['typist', 'Transcriptionist'],
  ['administrator', 'Admin'],
  ['physician', 'Doctor'],
])

/** The role that a cell names, in any case. */
export const roleNamed = (cell: string): ImportRole | undefined => names.get(cell.toLowerCase())
