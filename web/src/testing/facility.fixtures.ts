import type { EhrSettingField, Facility, ListedFacility } from '@dictara/contract/ehr-configuration'
import { mask } from '@dictara/contract/ehr-configuration'
import { idOf } from './stored-user.fixtures.ts'

export const aListedFacility = (facts: Partial<ListedFacility> = {}): ListedFacility => ({
  facilityId: idOf(20),
  facilityName: 'Harbor Street Main',
  disabled: false,
  isParent: false,
  timeZone: 'America/New_York',
  fields: [
    { fieldName: 'EHR', fieldValue: 'PointHealth' },
    { fieldName: 'Reviewer Count', fieldValue: '2' },
  ],
  ...facts,
})

type Ehr = Facility['ehrConfiguration']

/** Returns a facility that is connected to an EHR; its settings have an address, a password and a choice. */
export const aFacility = (
  facts: Partial<Omit<Facility, 'ehrConfiguration'>> = {},
  ehr: Partial<Ehr> = {},
): Facility => ({
  id: idOf(20),
  facilityId: idOf(20),
  facilityName: 'Harbor Street Main',
  disabled: false,
  isParent: true,
  timeZone: 'America/New_York',
  ehrConfigured: true,
  ehrConfiguration: {
    facilityId: idOf(20),
    organisationId: null,
    noteType: 'Progress Note',
    ehrType: 'pointHealth-emr',
    ehrName: 'PointHealth',
    fields: { ehrBaseUrl: 'https://ehr.example.org', ehrPassword: mask, mode: 'Live' },
    ehrBaseUrl: null,
    ehrUserName: null,
    ehrPassword: null,
    transcriptionFlow: 'TRANSCRIPTION_REVIEWER',
    reviewerCount: 2,
    allPatientsRequired: true,
    rangeForDischargedPatients: 45,
    hl7Integration: false,
    ...ehr,
  },
  emrHandlingData: { emrVerificationStatus: null, emrVerificationUrl: null },
  version: 3,
  ...facts,
})

export const ehrSettings: EhrSettingField[] = [
  { field: 'ehrBaseUrl', fieldName: 'Base URL', fieldType: 'other', value: '', choices: [] },
  { field: 'ehrPassword', fieldName: 'Password', fieldType: 'maskedText', value: '', choices: [] },
  { field: 'mode', fieldName: 'Mode', fieldType: 'dropdown', value: 'Trial', choices: ['Live', 'Trial'] },
]

export const ehrTypes = [
  { ehrName: 'Demo EHR', ehrType: 'demo' },
  { ehrName: 'PointHealth', ehrType: 'pointHealth-emr' },
]
