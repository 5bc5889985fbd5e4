import { call } from '@dictara/browser/call'
import { deviceConfigurationCalls } from '@dictara/contract/device-configuration'
import { facilityCalls } from '@dictara/contract/facilities'
import { useQuery } from '@tanstack/react-query'

/** The query key of all data of this page. */
export const deviceConfigurationKey = ['device-configuration'] as const

export const useWorkTypes = (facilityId: string) =>
  useQuery({
    queryKey: [...deviceConfigurationKey, 'work-types', facilityId],
    queryFn: async ({ signal }) => {
      const answer = await call(facilityCalls.listWorkTypes, { params: { facilityId } }, { signal, handler: 'page' })
      return answer.result[0]!.workTypes
    },
  })

export const fieldsKey = (facilityId: string, workType: string | undefined) => [
  ...deviceConfigurationKey,
  'fields',
  facilityId,
  workType,
]

/**
 * The fields of a facility's EHR, and which of them it exposes for a work type. Fetches nothing without a work type.
 */
export const useEhrFields = (facilityId: string, workType: string | undefined) =>
  useQuery({
    queryKey: fieldsKey(facilityId, workType),
    queryFn: async ({ signal }) => {
      const input = { params: { facilityId }, query: { workType } }
      const answer = await call(deviceConfigurationCalls.listEhrFields, input, { signal, handler: 'page' })
      return { fields: answer.result, version: answer.version }
    },
  })
