import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { readableLine, textField } from '../fields.ts'
import { list, listQuery } from '../list.ts'
import { managers } from '../roles.ts'
import { id, idOf, nothing, text, time, version } from '../shapes.ts'
import { transcriptionFlows, verificationStatuses } from './facilities.ts'

/** What stands for a masked value that is kept; sent back unchanged it keeps that value (Q086). */
export const mask = '••••••••'

export const ehrLimits = { reviewersMost: 5, rangeMost: 3650, valueMost: 10_000 } as const
export const usualRange = 30
/** The EHR type whose patients can be listed for a range of days after their discharge (FAC-34). */
export const rangedEhrType = 'pointHealth-emr'

/** What people read for the fields of a facility. */
export const facilityFieldNames = {
  facilityName: 'Facility Name',
  timeZone: 'Time Zone',
  ehrType: 'EHR Type',
  transcriptionFlow: 'Transcription Flow',
  reviewerCount: 'Reviewer Count',
  allPatientsRequired: 'List All Patients',
  rangeForDischargedPatients: 'Range for Discharged Patients',
  hl7Integration: 'HL7 Integration',
} as const

/** What a form says of a field that is left empty (FAC-27 to FAC-31). */
export const missing = {
  transcriptionFlow: 'Transcription Flow is required',
  reviewerCount: 'Reviewer Count is required',
  allPatientsRequired: 'List all patients value is required',
  timeZone: 'Time Zone is required',
  field: (fieldName: string) => `${fieldName} is required`,
} as const
export const reviewersOutside = `Choose a reviewer count from 1 to ${ehrLimits.reviewersMost}.`
export const rangeOutside = `Enter a range from 1 to ${ehrLimits.rangeMost} days.`

export const facilityName = textField({
  missing: 'Facility Name required',
  most: [200, 'The facility name may have at most 200 characters.'],
  pattern: [readableLine(), 'This contains characters that can’t be stored.'],
})

/** A facility of the list of those who manage them (FAC-06). */
export const ListedFacility = z.object({
  facilityId: id,
  facilityName: z.string(),
  disabled: z.boolean(),
  isParent: z.boolean(),
  timeZone: z.string(),
  fields: z.array(z.object({ fieldName: z.string(), fieldValue: z.string() })),
})
export type ListedFacility = z.output<typeof ListedFacility>

export const EhrType = z.object({ ehrName: z.string(), ehrType: z.string() })
export type EhrType = z.output<typeof EhrType>

export const ehrSettingTypes = ['dropdown', 'maskedText', 'other'] as const

/** Something that an EHR configuration asks for (FAC-39). */
export const EhrSettingField = z.object({
  field: z.string(),
  fieldName: z.string(),
  fieldType: z.enum(ehrSettingTypes),
  /** What stands there before anybody enters something. */
  value: z.string(),
  /** Of a dropdown: what can be chosen. */
  choices: z.array(z.string()),
})
export type EhrSettingField = z.output<typeof EhrSettingField>

/** A facility with its EHR configuration; masked values are masks (FAC-37). */
export const Facility = z.object({
  id,
  facilityId: id,
  facilityName: z.string(),
  disabled: z.boolean(),
  isParent: z.boolean(),
  timeZone: z.string(),
  /** Connected to an EHR. */
  ehrConfigured: z.boolean(),
  ehrConfiguration: z.object({
    facilityId: id,
    organisationId: z.nullable(z.string()),
    noteType: z.nullable(z.string()),
    /** null: no EHR; its notes stay in Dictara (Q019). */
    ehrType: z.nullable(z.string()),
    ehrName: z.nullable(z.string()),
    fields: z.record(z.string(), z.string()),
    ehrBaseUrl: z.nullable(z.string()),
    ehrUserName: z.nullable(z.string()),
    ehrPassword: z.nullable(z.string()),
    transcriptionFlow: z.enum(transcriptionFlows),
    reviewerCount: z.number(),
    allPatientsRequired: z.boolean(),
    rangeForDischargedPatients: z.number(),
    hl7Integration: z.boolean(),
  }),
  /** What the EHR asks of the caller. */
  emrHandlingData: z.object({
    emrVerificationStatus: z.nullable(z.enum(verificationStatuses)),
    emrVerificationUrl: z.nullable(z.string()),
  }),
  version,
})
export type Facility = z.output<typeof Facility>

const EhrFields = z.record(text(200, 1), text(ehrLimits.valueMost))
/** An EHR type and its fields; the values of masked fields are base64 of UTF-8 (FAC-36). */
const connection = {
  ehrType: z.nullable(text(100, 1)),
  fields: z.prefault(EhrFields, {}),
}

export const FacilityInput = z.object({
  facilityName: facilityName.schema,
  timeZone: z.string({ error: missing.timeZone }).check(z.minLength(1, missing.timeZone), z.maxLength(100)),
  ehrConfiguration: z.object({
    ...connection,
    transcriptionFlow: z.enum(transcriptionFlows, { error: missing.transcriptionFlow }),
    /** 1 where nothing is said; of a facility without review it is always 0 (FAC-25, FAC-26). */
    reviewerCount: z.prefault(
      z
        .number({ error: missing.reviewerCount })
        .check(
          z.int(reviewersOutside),
          z.minimum(0, reviewersOutside),
          z.maximum(ehrLimits.reviewersMost, reviewersOutside),
        ),
      1,
    ),
    /** Needed with an EHR. */
    allPatientsRequired: z.optional(z.boolean({ error: missing.allPatientsRequired })),
    hl7Integration: z.prefault(z.boolean(), false),
    rangeForDischargedPatients: z.prefault(
      z
        .number({ error: rangeOutside })
        .check(z.int(rangeOutside), z.minimum(1, rangeOutside), z.maximum(ehrLimits.rangeMost, rangeOutside)),
      usualRange,
    ),
  }),
})
export type FacilityInput = z.output<typeof FacilityInput>

/** A job that waits while its facility is disabled (FAC-40). */
export const FacilityJob = z.object({
  jobNumber: z.string(),
  submissionTime: time,
  author: z.string(),
  status: z.enum(['Available', 'Ready', 'InProgress']),
})
export type FacilityJob = z.output<typeof FacilityJob>
export const facilityJobStatuses = ['Available', 'Ready', 'InProgress'] as const

export const FacilityUser = z.object({ id, fullName: z.string(), email: z.string() })
export type FacilityUser = z.output<typeof FacilityUser>

export const ehrConfigurationRefusals = defineRefusals({
  nameTaken: {
    status: 422,
    code: 'facility-name-taken',
    message: 'Your clinic already has a facility with this name.',
    field: 'facilityName',
  },
  timeZoneUnknown: {
    status: 422,
    code: 'time-zone-unknown',
    message: 'This time zone doesn’t exist.',
    field: 'timeZone',
  },
  ehrTypeUnknown: { status: 422, code: 'ehr-type-unknown', message: 'Dictara can’t connect to an EHR of this type.' },
  demoGone: {
    status: 422,
    code: 'demo-ehr-reset',
    message: 'This facility was disconnected from the demo EHR and can’t be connected to it again.',
  },
  reviewersMissing: {
    status: 422,
    code: 'reviewer-count-missing',
    message: missing.reviewerCount,
    field: 'reviewerCount',
  },
  allPatientsMissing: {
    status: 422,
    code: 'all-patients-missing',
    message: missing.allPatientsRequired,
    field: 'allPatientsRequired',
  },
  ehrField: { status: 422, code: 'ehr-field-wrong', message: '{problem}' },
  testFailed: { status: 422, code: 'ehr-test-failed', message: '{reason}' },
})

const ofFacility = z.object({ facilityId: idOf('facility') })

const inputExample = {
  facilityName: 'Harbor Annex',
  timeZone: 'America/New_York',
  ehrConfiguration: {
    ehrType: 'demo',
    transcriptionFlow: 'TRANSCRIPTION_REVIEWER',
    reviewerCount: 1,
    allPatientsRequired: true,
  },
}

export const ehrConfigurationCalls = defineCalls({
  listFacilities: list({
    path: '/clinic/facility',
    summary:
      'The facilities that the caller manages, disabled ones too; of an admin with facility access, the linked ones.',
    callers: managers,
    query: listQuery({ search: 'searchValue', size: 12, scope: { type: z.optional(text(100)) } }),
    row: ListedFacility,
  }),
  listEhrTypes: {
    method: 'GET',
    path: '/clinic/ehr-integration',
    summary: 'The kinds of EHR that a facility can be connected to; the demo not again once it was reset (Q085).',
    callers: managers,
    query: z.object({ facilityId: z.optional(idOf('facility')) }),
    result: EhrType,
    example: { query: { facilityId: '$facility' } },
  },
  listEhrSettings: {
    method: 'GET',
    path: '/clinic/ehr-configuration',
    summary: 'What the configuration of a kind of EHR asks for.',
    callers: managers,
    query: z.object({ ehrType: text(100, 1) }),
    result: EhrSettingField,
    example: { query: { ehrType: 'demo' } },
  },
  getFacilityEhr: {
    method: 'GET',
    path: '/clinic/facility/{facilityId}/ehr',
    summary: 'A facility with its EHR configuration; secrets are masked.',
    callers: managers,
    params: ofFacility,
    result: Facility,
    example: { params: { facilityId: '$facility' } },
  },
  addFacility: {
    method: 'POST',
    path: '/clinic/facility/ehr',
    summary: 'Adds a facility with its EHR configuration, and links the caller to it.',
    callers: managers,
    body: FacilityInput,
    result: Facility,
    example: { body: inputExample },
  },
  editFacility: {
    method: 'PUT',
    path: '/clinic/facility/ehr',
    summary: 'Changes a facility and its EHR configuration. A masked value that is sent as its mask stays.',
    callers: managers,
    body: z.extend(FacilityInput, {
      id: idOf('facility'),
      /** As the caller knows it. */
      ehrConfigured: z.optional(z.boolean()),
      version: z.optional(version),
    }),
    result: Facility,
    example: { body: { ...inputExample, facilityName: 'Harbor Main', id: '$facility', ehrConfigured: true } },
  },
  testEhr: {
    method: 'POST',
    path: '/clinic/facility/ehr/test',
    summary: 'Asks the EHR something harmless with values that need not be saved, and says what is wrong.',
    kind: 'in-steps',
    answerWithinMs: 90_000,
    callers: managers,
    body: z.object({ ...connection, ehrType: text(100, 1), id: z.optional(idOf('facility')) }),
    result: nothing,
    example: { body: { ehrType: 'demo', id: '$facility' } },
  },
  listFacilityJobs: {
    method: 'GET',
    path: '/clinic/facility/facility-based-jobs',
    summary: 'The unfinished jobs of a facility that wait while it is disabled.',
    callers: ['clinicAdmin'],
    query: z.object({
      facilityId: idOf('facility'),
      jobStatus: z.prefault(z.union([z.string(), z.array(z.string())]), [...facilityJobStatuses]),
    }),
    result: FacilityJob,
    example: { query: { facilityId: '$facility', jobStatus: 'Available' } },
  },
  listFacilityUsers: {
    method: 'GET',
    path: '/clinic/facility/{facilityId}/users',
    summary: 'The enabled people who are linked to a facility.',
    callers: managers,
    params: ofFacility,
    result: FacilityUser,
    example: { params: { facilityId: '$facility' } },
  },
})
