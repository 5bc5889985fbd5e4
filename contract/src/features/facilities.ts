import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { flag, id, idOf, nothing, searchValue } from '../shapes.ts'
import { everyone } from '../roles.ts'

export const transcriptionFlows = ['TRANSCRIPTION_ONLY', 'TRANSCRIPTION_REVIEWER'] as const

export const FacilityOption = z.object({
  facilityId: id,
  facilityName: z.string(),
  disabled: z.boolean(),
  isParent: z.boolean(),
})
export type FacilityOption = z.output<typeof FacilityOption>

const ofFacility = z.object({ facilityId: idOf('facility') })

export const facilityCalls = defineCalls({
  listUserFacilities: {
    method: 'GET',
    path: '/clinic/user/facilities',
    summary: 'The facilities that the caller may choose: linked ones; for a clinicAdmin all of the clinic.',
    callers: everyone,
    query: z.object({ searchValue, userId: z.optional(idOf('own-user')) }),
    result: FacilityOption,
    example: {},
  },
  getFacility: {
    method: 'GET',
    path: '/clinic/facility/{id}',
    summary: 'What anybody linked to a facility may know of it; no secrets (C10).',
    callers: everyone,
    params: z.object({ id: idOf('facility') }),
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
    example: { params: { id: '$facility' } },
  },
  listWorkTypes: {
    method: 'GET',
    path: '/clinic/facility/{facilityId}/work-types',
    summary: 'The work types of a facility.',
    callers: everyone,
    params: ofFacility,
    result: z.object({ workTypes: z.array(z.string()), workType: z.nullable(z.string()) }),
    example: { params: { facilityId: '$facility' } },
  },
  setFacilityDisabled: {
    method: 'PUT',
    path: '/clinic/admin/{facilityId}',
    summary: 'Disables or enables a facility; its jobs keep their state and wait (T24).',
    callers: ['clinicAdmin'],
    params: ofFacility,
    query: z.object({ isDisabled: flag }),
    result: nothing,
    example: { params: { facilityId: '$facility' }, query: { isDisabled: false } },
  },
})
