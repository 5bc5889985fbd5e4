import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { email, firstName, lastName, npi, phone } from '../fields.ts'
import { list, listQuery } from '../list.ts'
import { day, id, idList, named, nothing, text } from '../shapes.ts'
import { userPrivileges } from './identity.ts'
import { authors, managers, userTypes } from '../roles.ts'

export const reviewerFlows = ['NONE', 'LEVEL_1', 'LEVEL_2'] as const
export type ReviewerFlow = (typeof reviewerFlows)[number]

/** Stands for every enabled reviewer linked to the facility of the job (PEOP-26, Q048). */
export const anyReviewer = 'any'

const countryMissing = 'Please choose the country of the phone number.'
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

/** A person as the people tables show them (PEOP-21 to PEOP-24). */
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
  /** True until the invitation was used (Q005). */
  invited: z.boolean(),
  /** Whether the link of the invitation can be used: it ends after three days, and when its mail could not be delivered. */
  isInvitationOpen: z.boolean(),
  selfReviewEnabled: z.boolean(),
  activateRoster: z.boolean(),
  isFacilityAccessEnabled: z.boolean(),
  reviewerFlow: z.enum(reviewerFlows),
  reviewerFlowConfig: ReviewerFlowConfig,
})
export type Person = z.output<typeof Person>

const reviewerChoice = z.prefault(z.array(z.union([z.literal(anyReviewer), id])).check(z.maxLength(500)), [])

export const ReviewerFlowInput = z.strictObject({
  reviewerFlow: z.enum(reviewerFlows),
  reviewersForLevel1: reviewerChoice,
  reviewersForLevel2: reviewerChoice,
  reviewerGroupsForLevel1: z.prefault(z.array(id).check(z.maxLength(500)), []),
  reviewerGroupsForLevel2: z.prefault(z.array(id).check(z.maxLength(500)), []),
})

/** What is told of everybody, whatever they do. */
export const PersonInput = z.strictObject({
  firstName: firstName.schema,
  lastName: lastName.schema,
  email: email.schema,
  npi: z.optional(z.nullable(npi.schema)),
  phoneNumber: PhoneNumber,
  dob: z.optional(z.nullable(day)),
  facilityIds: z.prefault(z.array(id).check(z.maxLength(500)), []),
})
export type PersonInput = z.output<typeof PersonInput>

/** What a reviewer can work as (Q046). */
const worksAs = z.enum(['reviewer', 'transcriptionist'])
export const ReviewerInput = z.extend(PersonInput, { userType: z.optional(worksAs) })
export type ReviewerInput = z.output<typeof ReviewerInput>

export const DoctorInput = z.extend(PersonInput, {
  npi: npi.schema,
  biller: z.optional(z.nullable(id)),
  selfReviewEnabled: z.prefault(z.boolean(), false),
  activateRoster: z.prefault(z.boolean(), false),
  /** The Transcription field (Q175): edits own notes, or sent to transcriptionists. */
  userPrivilege: z.prefault(z.enum(['TRANSCRIPTION_ONLY', 'NONE']), 'TRANSCRIPTION_ONLY'),
  reviewerFlowConfig: z.prefault(ReviewerFlowInput, { reviewerFlow: 'NONE' }),
  /** Set when a doctor of the EHR is invited (C24). */
  ehrDoctorId: z.optional(z.nullable(text(100))),
})
export type DoctorInput = z.output<typeof DoctorInput>

export const peopleRefusals = defineRefusals({
  emailTaken: {
    status: 409,
    code: 'email-taken',
    message: 'Somebody with this email already has an account.',
    field: 'email',
  },
  npiTaken: {
    status: 409,
    code: 'npi-taken',
    message: 'Another person of this clinic already has this NPI number.',
    field: 'npi',
  },
  bornInFuture: { status: 400, code: 'invalid', message: 'The date of birth cannot be in the future.' },
  facilityUnknown: {
    status: 422,
    code: 'facility-unknown',
    message: 'One of the facilities is not available to you.',
    field: 'facilityIds',
  },
  facilityDisabled: {
    status: 422,
    code: 'facility-disabled',
    message: 'One of the facilities is disabled. Nobody can be linked to it until it is enabled again.',
    field: 'facilityIds',
  },
  billerUnknown: {
    status: 422,
    code: 'biller-unknown',
    message: 'This biller is not available any more.',
    field: 'biller',
  },
  reviewerUnknown: {
    status: 422,
    code: 'reviewer-unknown',
    message: 'One of the reviewers or groups is not available any more.',
  },
  worksAsFixed: {
    status: 422,
    code: 'works-as-fixed',
    message: 'What somebody works as cannot be changed. Please add a second account.',
    field: 'userType',
  },
  reviewerMissing: {
    status: 422,
    code: 'reviewer-missing',
    message: 'Please select at least one reviewer for every level.',
  },
  ehrDoctorUnknown: { status: 422, code: 'ehr-doctor-unknown', message: 'The EHR does not know this doctor any more.' },
  ehrDoctorInvited: { status: 409, code: 'ehr-doctor-invited', message: 'This doctor has already been invited.' },
  disabled: { status: 422, code: 'person-disabled', message: 'This person is disabled. Please enable them first.' },
  yourself: { status: 422, code: 'yourself', message: 'You cannot disable yourself.' },
  lastClinicAdmin: {
    status: 422,
    code: 'last-clinic-admin',
    message: 'This is the last clinic administrator. Please add another one first.',
  },
  editedInAdmins: { status: 422, code: 'edited-in-admins', message: 'Administrators are edited on the Admins screen.' },
  otherKind: { status: 422, code: 'other-kind', message: 'This person is edited on another screen.' },
  notInvited: {
    status: 422,
    code: 'not-invited',
    message: 'This person has already set a password; a new invitation is not needed.',
  },
})

/** What holds for the list of every kind of people, and for who is added and edited. */
const people = {
  callers: managers,
  ids: { facilityIds: 'none' },
  query: listQuery({ search: 'name', sort: ['name', 'email', 'npi'], filters: { facilityIds: idList } }),
  row: Person,
} as const
const added = {
  method: 'POST',
  callers: managers,
  ids: { facilityIds: 'none' },
  result: Person,
  audit: null,
  person: true,
} as const
const edited = { ...added, method: 'PUT', ids: { id: 'managed-user', facilityIds: 'none' } } as const

const personExample = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann.lee@example.org',
  phoneNumber: { countryCode: '+1', number: '5550100' },
  facilityIds: ['$facility'],
}
const doctorExample = { ...personExample, npi: '1234567893' }

export const peopleCalls = defineCalls({
  listDoctors: list({
    ...people,
    path: '/clinic/doctor',
    summary: 'The doctors of the caller’s facilities, and admins that author (Q056).',
  }),
  addDoctor: {
    ...added,
    path: '/clinic/doctor',
    summary: 'Adds a doctor and mails the invitation; also invites a doctor of the EHR.',
    body: DoctorInput,
    example: { body: doctorExample },
  },
  editDoctor: {
    ...edited,
    path: '/clinic/doctor',
    summary: 'Changes a doctor.',
    body: z.extend(DoctorInput, { id }),
    example: { body: { ...doctorExample, id: '$doctor' } },
  },
  listReviewers: list({
    ...people,
    path: '/clinic/reviewer',
    summary: 'The reviewers and transcriptionists of the caller’s facilities.',
  }),
  addReviewer: {
    ...added,
    path: '/clinic/reviewer',
    summary: 'Adds a reviewer or a transcriptionist and mails the invitation.',
    body: ReviewerInput,
    example: { body: personExample },
  },
  editReviewer: {
    ...edited,
    path: '/clinic/reviewer',
    summary: 'Changes a reviewer or a transcriptionist.',
    body: z.extend(ReviewerInput, { id }),
    example: { body: { ...personExample, id: '$reviewer' } },
  },
  listBillers: list({
    ...people,
    path: '/clinic/biller/list',
    summary: 'The billers of the caller’s facilities.',
  }),
  addBiller: {
    ...added,
    path: '/clinic/biller',
    summary: 'Adds a biller and mails the invitation.',
    body: PersonInput,
    example: { body: personExample },
  },
  editBiller: {
    ...edited,
    path: '/clinic/biller',
    summary: 'Changes a biller.',
    body: z.extend(PersonInput, { id }),
    example: { body: { ...personExample, id: '$biller' } },
  },
  listEhrDoctors: {
    method: 'GET',
    path: '/clinic/doctor/ehr',
    summary: 'Doctors that the EHR knows, to be invited; those without email cannot be.',
    callers: managers,
    result: z.object({
      id: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      fullName: z.string(),
      email: z.nullable(z.string()),
      npi: z.nullable(z.string()),
      phoneNumber: z.nullable(z.object({ countryCode: z.string(), number: z.string() })),
      invited: z.boolean(),
    }),
    audit: null,
    person: false,
    example: {},
  },
  listReviewersForLevel: {
    method: 'GET',
    path: '/clinic/reviewer/group/level',
    summary: 'The reviewers and groups that may be chosen for a level.',
    callers: managers,
    query: z.object({ level: z.enum(['LEVEL_1', 'LEVEL_2'], { error: 'Please ask for LEVEL_1 or LEVEL_2.' }) }),
    result: z.object({
      reviewers: z.array(z.object({ id, fullName: z.string(), email: z.string() })),
      reviewerGroups: z.array(z.object({ id, groupName: z.string() })),
    }),
    audit: null,
    person: false,
    example: { query: { level: 'LEVEL_1' } },
  },
  listReviewerOptions: {
    method: 'GET',
    path: '/clinic/user/reviewers',
    summary: 'The enabled reviewers of the caller’s facilities.',
    callers: authors,
    result: z.object({ id, fullName: z.string(), email: z.string() }),
    audit: null,
    person: false,
    example: {},
  },
  listBillerOptions: list({
    path: '/clinic/biller',
    summary: 'Enabled billers, for selection (C7).',
    callers: managers,
    query: listQuery({ size: 100 }),
    row: named,
  }),
  togglePerson: {
    method: 'POST',
    path: '/clinic/clinicAdmin/toggle-ability/{id}',
    summary: 'Disables or enables a person; disabling ends their sessions and releases their work (T23).',
    callers: ['clinicAdmin'],
    ids: { id: 'managed-user' },
    params: z.object({ id }),
    result: z.object({ isEnabled: z.boolean() }),
    audit: null,
    person: true,
    example: { params: { id: '$doctor' } },
  },
  reInvite: {
    method: 'POST',
    path: '/clinic/user/{id}/re-invite-user',
    summary: 'Mails a new invitation; the old link ends.',
    callers: managers,
    ids: { id: 'managed-user' },
    params: z.object({ id }),
    result: nothing,
    audit: null,
    person: true,
    example: { params: { id: '$doctor' } },
  },
})
