import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { flag, id, nothing, searchValue } from '../shapes.ts'
import { everyone } from '../roles.ts'

export const transcriptionFlows = ['TRANSCRIPTION_ONLY', 'TRANSCRIPTION_REVIEWER'] as const

export const FacilityOption = z.object({
  facilityId: id,
  facilityName: z.string(),
  disabled: z.boolean(),
  isParent: z.boolean(),
})
export type FacilityOption = z.output<typeof FacilityOption>

export const facilityCalls = defineCalls({
  listUserFacilities: {
    method: 'GET',
    path: '/clinic/user/facilities',
    summary: 'The facilities that the caller may choose: linked ones; for a clinicAdmin all of the clinic.',
    callers: everyone,
    ids: { userId: 'own-user' },
    query: z.object({ searchValue, userId: z.optional(id) }),
    result: FacilityOption,
    audit: null,
    person: false,
    example: {},
  },
  getFacility: {
    method: 'GET',
    path: '/clinic/facility/{id}',
    summary: 'What anybody linked to a facility may know of it; no secrets (C10).',
    callers: everyone,
    ids: { id: 'facility' },
    params: z.object({ id }),
    result: z.object({
      facilityId: id,
      facilityName: z.string(),
      ehrConfiguration: z.object({
        facilityId: id,
        organisationId: z.nullable(z.string()),
        noteType: z.nullable(z.string()),
        transcriptionFlow: z.enum(transcriptionFlows),
        reviewerCount: z.number(),
      }),
    }),
    audit: null,
    person: false,
    example: { params: { id: '$facility' } },
  },
  listWorkTypes: {
    method: 'GET',
    path: '/clinic/facility/{facilityId}/work-types',
    summary: 'The work types of a facility.',
    callers: everyone,
    ids: { facilityId: 'facility' },
    params: z.object({ facilityId: id }),
    result: z.object({ workTypes: z.array(z.string()), workType: z.nullable(z.string()) }),
    audit: null,
    person: false,
    example: { params: { facilityId: '$facility' } },
  },
  setFacilityDisabled: {
    method: 'PUT',
    path: '/clinic/admin/{facilityId}',
    summary: 'Disables or enables a facility; its jobs keep their state and wait (T24).',
    callers: ['clinicAdmin'],
    ids: { facilityId: 'facility' },
    params: z.object({ facilityId: id }),
    query: z.object({ isDisabled: flag }),
    result: nothing,
    audit: null,
    person: true,
    example: { params: { facilityId: '$facility' }, query: { isDisabled: false } },
  },
})
