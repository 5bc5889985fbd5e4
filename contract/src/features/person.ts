import * as z from 'zod/mini'
import { defineRefusals } from '../call.ts'
import { email, firstName, lastName, npi, phone } from '../fields.ts'
import { day, id, idOf, named, text, version } from '../shapes.ts'
import { userPrivileges } from './identity.ts'
import { userTypes } from '../roles.ts'

export const reviewerFlows = ['NONE', 'LEVEL_1', 'LEVEL_2'] as const
export type ReviewerFlow = (typeof reviewerFlows)[number]

/** Means every enabled reviewer linked to the facility of the job (PEOP-26, Q048). */
export const anyReviewer = 'any'

const countryMissing = 'Choose the country of the phone number.'
const phoneMissing = phone.rules[0]!.message
export const PhoneNumber = z.strictObject(
  {
    /** Calling code with its plus, e.g. `+1`. */
    countryCode: z.string({ error: countryMissing }).check(z.regex(/^\+?\d{1,4}$/, countryMissing)),
    number: phone.schema,
  },
  { error: ({ code }) => (code === 'invalid_type' ? phoneMissing : undefined) },
)

export const ReviewerFlowConfig = z.object({
  reviewerFlow: z.enum(reviewerFlows),
  isAnySelectedForLevel1: z.boolean(),
  isAnySelectedForLevel2: z.boolean(),
  reviewersForLevel1: z.array(named),
  reviewersForLevel2: z.array(named),
  reviewerGroupsForLevel1: z.array(z.object({ id, groupName: z.string() })),
  reviewerGroupsForLevel2: z.array(z.object({ id, groupName: z.string() })),
})

/** A person as shown in the people tables (PEOP-21 to PEOP-24). */
export const Person = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string(),
  npi: z.nullable(z.string()),
  phoneNumber: z.nullable(z.object({ countryCode: z.string(), number: z.string() })),
  dob: z.nullable(z.string()),
  facilities: z.array(z.object({ facilityId: id, facilityName: z.string(), disabled: z.boolean() })),
  facilityIds: z.array(id),
  biller: z.nullable(id),
  isEnabled: z.boolean(),
  signedUrl: z.nullable(z.string()),
  userType: z.enum(userTypes),
  userPrivilege: z.enum(userPrivileges),
  /** True until the invitation is used (Q005). */
  invited: z.boolean(),
  /** Whether the invitation's link works: it expires after three days, or if its mail could not be delivered. */
  isInvitationOpen: z.boolean(),
  selfReviewEnabled: z.boolean(),
  activateRoster: z.boolean(),
  isFacilityAccessEnabled: z.boolean(),
  reviewerFlow: z.enum(reviewerFlows),
  reviewerFlowConfig: ReviewerFlowConfig,
  version,
})
export type Person = z.output<typeof Person>

const links = z.prefault(z.array(idOf('none')).check(z.maxLength(500)), [])
const reviewerChoice = z.prefault(z.array(z.union([z.literal(anyReviewer), idOf('none')])).check(z.maxLength(500)), [])

export const ReviewerFlowInput = z.strictObject({
  reviewerFlow: z.enum(reviewerFlows),
  reviewersForLevel1: reviewerChoice,
  reviewersForLevel2: reviewerChoice,
  reviewerGroupsForLevel1: links,
  reviewerGroupsForLevel2: links,
})

/** The data common to all people. */
export const PersonInput = z.strictObject({
  firstName: firstName.schema,
  lastName: lastName.schema,
  email: email.schema,
  npi: z.optional(z.nullable(npi.schema)),
  phoneNumber: PhoneNumber,
  dob: z.optional(z.nullable(day)),
  facilityIds: links,
})
export type PersonInput = z.output<typeof PersonInput>

/** What a reviewer can work as (Q046). */
const worksAs = z.enum(['reviewer', 'transcriptionist'])
export const ReviewerInput = z.extend(PersonInput, { userType: z.optional(worksAs) })
export type ReviewerInput = z.output<typeof ReviewerInput>

/** The data of a person who dictates. */
export const AuthorInput = z.extend(PersonInput, {
  biller: z.optional(z.nullable(idOf('none'))),
  selfReviewEnabled: z.prefault(z.boolean(), false),
  activateRoster: z.prefault(z.boolean(), false),
  reviewerFlowConfig: z.prefault(ReviewerFlowInput, { reviewerFlow: 'NONE' }),
})
export type AuthorInput = z.output<typeof AuthorInput>

export const DoctorInput = z.extend(AuthorInput, {
  npi: npi.schema,
  /** The Transcription field (Q175): edits own notes, or sends them to transcriptionists. */
  userPrivilege: z.prefault(z.enum(['TRANSCRIPTION_ONLY', 'NONE']), 'TRANSCRIPTION_ONLY'),
  /** Set if a doctor of the EHR is invited (C24). */
  ehrDoctorId: z.optional(z.nullable(text(100))),
})
export type DoctorInput = z.output<typeof DoctorInput>

/** Shown for an administrator without a facility (PEOP-43). */
export const facilityMissing = 'Facility is required'

export const AdminInput = z.extend(AuthorInput, {
  facilityIds: z.prefault(z.array(idOf('none')).check(z.minLength(1, facilityMissing), z.maxLength(500)), []),
  /** For some facilities, or the whole clinic. Absent: unchanged; for a new person some. */
  userType: z.optional(z.enum(['admin', 'clinicAdmin'])),
  /** Whether they dictate (Q056, Q174). Absent: unchanged; for a new person not. */
  userPrivilege: z.optional(z.enum(['NONE', 'TRANSCRIPTION_REVIEWER'])),
})
export type AdminInput = z.output<typeof AdminInput>

export const peopleRefusals = defineRefusals({
  emailTaken: {
    status: 409,
    code: 'email-taken',
    message: 'Someone with this email already has an account.',
    field: 'email',
  },
  npiTaken: {
    status: 409,
    code: 'npi-taken',
    message: 'Someone else in this clinic already has this NPI number.',
    field: 'npi',
  },
  bornInFuture: { status: 400, code: 'invalid', message: 'The date of birth can’t be in the future.' },
  facilityUnknown: {
    status: 422,
    code: 'facility-unknown',
    message: 'You can’t use one of these facilities.',
    field: 'facilityIds',
  },
  facilityDisabled: {
    status: 422,
    code: 'facility-disabled',
    message: 'One of these facilities is disabled. Enable it before you add people to it.',
    field: 'facilityIds',
  },
  billerUnknown: {
    status: 422,
    code: 'biller-unknown',
    message: 'This biller is no longer available.',
    field: 'biller',
  },
  reviewerUnknown: {
    status: 422,
    code: 'reviewer-unknown',
    message: 'One of these reviewers or groups is no longer available.',
  },
  worksAsFixed: {
    status: 422,
    code: 'works-as-fixed',
    message: 'You can’t change a person’s role. Add a second account instead.',
    field: 'userType',
  },
  reviewerMissing: {
    status: 422,
    code: 'reviewer-missing',
    message: 'Please select at least one reviewer for every level.',
  },
  ehrDoctorUnknown: { status: 422, code: 'ehr-doctor-unknown', message: 'This doctor is no longer in the EHR.' },
  ehrDoctorInvited: { status: 409, code: 'ehr-doctor-invited', message: 'This doctor has already been invited.' },
  disabled: { status: 422, code: 'person-disabled', message: 'This person is disabled. Enable them first.' },
  yourself: { status: 422, code: 'yourself', message: 'You can’t disable yourself.' },
  lastClinicAdmin: {
    status: 422,
    code: 'last-clinic-admin',
    message: 'This is the last clinic administrator. Add another one first.',
  },
  clinicAdminOnly: {
    status: 422,
    code: 'clinic-admin-only',
    message: 'Only a clinic administrator can add or change a clinic administrator.',
  },
  adminEmailFixed: {
    status: 422,
    code: 'admin-email-fixed',
    message: 'Only a clinic administrator can change an administrator’s email.',
    field: 'email',
  },
  emailFixed: {
    status: 422,
    code: 'email-fixed',
    message:
      'This account belongs to facilities that you don’t manage. Only a clinic administrator can change its email.',
    field: 'email',
  },
  facilityAccessFixed: {
    status: 422,
    code: 'facility-access-fixed',
    message: 'You can only give or take away facility access if you have it yourself.',
  },
  ownRole: { status: 422, code: 'own-role', message: 'You can’t remove your own access to the whole clinic.' },
  npiMissing: { status: 422, code: 'npi-missing', message: 'NPI number is required', field: 'npi' },
  editedInAdmins: { status: 422, code: 'edited-in-admins', message: 'Administrators are edited on the Admins screen.' },
  otherKind: { status: 422, code: 'other-kind', message: 'This person is edited on another screen.' },
  notInvited: {
    status: 422,
    code: 'not-invited',
    message: 'This person has already set a password and doesn’t need a new invitation.',
  },
})
