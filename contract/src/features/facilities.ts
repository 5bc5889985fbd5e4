import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { day, flag, id, idOf, nothing, searchValue } from '../shapes.ts'
import { everyone } from '../roles.ts'

export const transcriptionFlows = ['TRANSCRIPTION_ONLY', 'TRANSCRIPTION_REVIEWER'] as const

export const FacilityOption = z.object({
  facilityId: id,
  facilityName: z.string(),
  disabled: z.boolean(),
  isParent: z.boolean(),
})
export type FacilityOption = z.output<typeof FacilityOption>

/** Whether a person has proved their identity to the EHR of a facility (Q038, Q089). */
export const verificationStatuses = ['NOT_VERIFIED', 'VERIFIED', 'EXPIRED'] as const

/** A facility on a dashboard, with its warnings (DASH-24). */
export const FacilityCard = z.object({
  facility: z.object({
    facilityId: id,
    facilityName: z.string(),
    /** The last day of a plan that ends; null: it renews automatically (Q035). */
    facilityExpireDate: z.nullable(day),
    /** That day has passed in the facility’s own zone (Q036). */
    hasExpired: z.boolean(),
    disabled: z.boolean(),
  }),
  emrHandlingData: z.object({
    /** null: the facility’s EHR requires no verification. */
    emrVerificationStatus: z.nullable(z.enum(verificationStatuses)),
    /** Where on this site they verify themselves; null once they have, and for who asks about somebody else. */
    emrVerificationUrl: z.nullable(z.string()),
  }),
})
export type FacilityCard = z.output<typeof FacilityCard>

/** The details for everybody linked to a facility (DASH-25, C10). */
export const FacilityDetails = z.object({
  facilityId: id,
  facilityName: z.string(),
  ehrConfiguration: z.object({
    facilityId: id,
    organisationId: z.nullable(z.string()),
    noteType: z.nullable(z.string()),
    transcriptionFlow: z.enum(transcriptionFlows),
    reviewerCount: z.number(),
  }),
})
export type FacilityDetails = z.output<typeof FacilityDetails>

const ofFacility = z.object({ facilityId: idOf('facility') })

export const facilityCalls = defineCalls({
  listUserFacilities: {
    method: 'GET',
    path: '/clinic/user/facilities',
    summary: 'The facilities that the caller can choose: those linked to them, or for a clinicAdmin all of the clinic.',
    callers: everyone,
    query: z.object({ searchValue, userId: z.optional(idOf('own-user')) }),
    result: FacilityOption,
    example: {},
  },
  getFacilityCards: {
    method: 'GET',
    path: '/clinic/user/{id}/notification-dashboard',
    summary:
      'The facilities of a person, oneself or one whom the caller manages, with plans that end and what the EHR asks.',
    callers: everyone,
    params: z.object({ id: idOf('seen-user') }),
    result: FacilityCard,
    example: { params: { id: '$self' } },
  },
  getFacility: {
    method: 'GET',
    path: '/clinic/facility/{id}',
    summary: 'The details of a facility for anyone linked to it, without secrets (C10).',
    callers: everyone,
    params: z.object({ id: idOf('facility') }),
    result: FacilityDetails,
    example: { params: { id: '$facility' } },
  },
  listWorkTypes: {
    method: 'GET',
    path: '/clinic/facility/{facilityId}/work-types',
    summary: 'The work types of a facility, and the one of the caller’s last dictation there.',
    callers: everyone,
    params: ofFacility,
    result: z.object({ workTypes: z.array(z.string()), workType: z.nullable(z.string()) }),
    example: { params: { facilityId: '$facility' } },
  },
  setFacilityDisabled: {
    method: 'PUT',
    path: '/clinic/admin/{facilityId}',
    summary: 'Disables or enables a facility. Its jobs keep their state and wait (T24).',
    callers: ['clinicAdmin'],
    params: ofFacility,
    query: z.object({ isDisabled: flag }),
    result: nothing,
    example: { params: { facilityId: '$facility' }, query: { isDisabled: false } },
  },
})
