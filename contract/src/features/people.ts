import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { list, listQuery } from '../list.ts'
import { authors, managers } from '../roles.ts'
import { flag, id, idList, idOf, named, nothing, version, wordList } from '../shapes.ts'
import { AdminInput, DoctorInput, Person, PersonInput, ReviewerInput } from './person.ts'

export * from './person.ts'

const choices = { search: 'name', sort: ['name', 'email', 'npi'] } as const
/** Common to the lists of every kind of people, and to adding and editing them. */
const people = {
  callers: managers,
  query: listQuery({ ...choices, filters: { facilityIds: idList('none') } }),
  row: Person,
} as const
/**
 * The one-time link of an invitation, for the inviting person to hand over: only while mails are stored and not sent.
 */
const invited = z.object({ invitationLink: z.optional(z.string()) })
const edited = { method: 'PUT', callers: managers, result: Person } as const
const added = { ...edited, method: 'POST', extra: invited } as const
const managed = { id: idOf('managed-user') }
const seen = { ...managed, version: z.optional(version) }

const personExample = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann.lee@example.org',
  phoneNumber: { countryCode: '+1', number: '5550100' },
  facilityIds: ['$facility'],
}
/** Whether an administrator may set up facilities (C14). Absent: unchanged; for a new person false. */
const facilityAccess = z.object({ isFacilityAccessAllowed: z.optional(flag) })
const doctorExample = { ...personExample, npi: '1234567893' }

export const peopleCalls = defineCalls({
  listDoctors: list({
    ...people,
    path: '/clinic/doctor',
    summary: 'The doctors of the caller’s facilities, and admins who dictate (Q056).',
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
    body: z.extend(DoctorInput, seen),
    example: { body: { ...doctorExample, id: '$doctor' } },
  },
  listReviewers: list({
    ...people,
    query: listQuery({
      ...choices,
      filters: { facilityIds: idList('none'), only: wordList(['TRANSCRIPTIONISTS'], 'This filter doesn’t exist.') },
    }),
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
    body: z.extend(ReviewerInput, seen),
    example: { body: { ...personExample, id: '$reviewer' } },
  },
  listAdmins: list({
    ...people,
    path: '/clinic/admin',
    summary: 'The administrators of the caller’s facilities, and those of the whole clinic.',
  }),
  addAdmin: {
    ...added,
    path: '/clinic/admin',
    summary: 'Adds an administrator and mails the invitation.',
    query: facilityAccess,
    body: AdminInput,
    example: { body: personExample },
  },
  editAdmin: {
    ...edited,
    path: '/clinic/admin',
    summary: 'Changes an administrator.',
    query: facilityAccess,
    body: z.extend(AdminInput, seen),
    example: { body: { ...personExample, id: '$self' } },
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
    body: z.extend(PersonInput, seen),
    example: { body: { ...personExample, id: '$biller' } },
  },
  listEhrDoctors: {
    method: 'GET',
    path: '/clinic/doctor/ehr',
    summary: 'Doctors in the EHR who can be invited. Those without an email address can’t be.',
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
    example: {},
  },
  listReviewersForLevel: {
    method: 'GET',
    path: '/clinic/reviewer/group/level',
    summary: 'The reviewers and groups that may be chosen for a level.',
    callers: managers,
    query: z.object({ level: z.enum(['LEVEL_1', 'LEVEL_2'], { error: 'Use LEVEL_1 or LEVEL_2.' }) }),
    result: z.object({
      reviewers: z.array(z.object({ id, fullName: z.string(), email: z.string() })),
      reviewerGroups: z.array(z.object({ id, groupName: z.string() })),
    }),
    example: { query: { level: 'LEVEL_1' } },
  },
  listReviewerOptions: {
    method: 'GET',
    path: '/clinic/user/reviewers',
    summary: 'The enabled reviewers of the caller’s facilities.',
    callers: authors,
    result: z.object({ id, fullName: z.string(), email: z.string() }),
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
    summary:
      'Disables or enables a person, whichever is said, or else what they are not; disabling ends their sessions and releases their work (T23).',
    callers: ['clinicAdmin'],
    params: z.object(managed),
    body: z.optional(z.strictObject({ isEnabled: z.boolean() })),
    result: z.object({ isEnabled: z.boolean() }),
    example: { params: { id: '$doctor' } },
  },
  reInvite: {
    method: 'POST',
    path: '/clinic/user/{id}/re-invite-user',
    summary: 'Mails a new invitation. The old link stops working.',
    callers: managers,
    params: z.object(managed),
    result: nothing,
    extra: invited,
    example: { params: { id: '$doctor' } },
  },
})
