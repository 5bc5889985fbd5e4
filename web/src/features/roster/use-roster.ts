import { call } from '@dictara/browser/call'
import { facilityCalls } from '@dictara/contract/facilities'
import { patientCalls } from '@dictara/contract/patients'
import { rosterCalls } from '@dictara/contract/roster'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { jobQueries } from '../../platform/query-client.ts'
import { useUser } from '../../platform/use-user.ts'
import { addDays, noonIn } from './roster-days.ts'

/** The key of all roster queries. It belongs to the job queries because a visit's note changes with its job. */
export const rosterKey = [...jobQueries, 'roster'] as const

const unexpected = 'Unexpected data format received from the server.'
const inPlace = (signal: AbortSignal) => ({ signal, handler: 'page' }) as const

interface RosterAsked {
  /** The week plus one day at both ends: no facility's time zone is further away, and the previous day can be copied. */
  week: readonly string[]
  /** Undefined: the person's own roster. */
  doctor: string | undefined
  facilityIds: readonly string[]
}

/** A person's roster for a week (ROST-32). */
export const useRoster = ({ week, doctor, facilityIds }: RosterAsked, isWanted: boolean) =>
  useQuery({
    queryKey: [...rosterKey, 'week', doctor, week[0], facilityIds],
    queryFn: async ({ signal }) => {
      const query = {
        startDate: noonIn(addDays(week[0]!, -1)),
        endDate: noonIn(addDays(week.at(-1)!, 1)),
        facilityIds: [...facilityIds],
        ...(doctor && { providerId: doctor }),
      }
      const answer = await call(rosterCalls.listRoster, { query }, inPlace(signal))
      // Another server, or a proxy, may send an incomplete answer (ROST-38).
      const { results, places = [], today, provider } = answer as Partial<typeof answer>
      if (!Array.isArray(results)) throw new Error(unexpected)
      return { entries: results, places, today, provider }
    },
    placeholderData: keepPreviousData,
    enabled: isWanted,
  })

/** The facilities that a person may choose from. Billers ask with their own id (ROST-36, ROST-37). */
export function useRosterFacilities(searchValue = '') {
  const user = useUser()
  const query = { searchValue, ...(user?.userType === 'biller' && { userId: user.id }) }
  return useQuery({
    queryKey: ['roster-facilities', user?.id, searchValue],
    queryFn: async ({ signal }) => (await call(facilityCalls.listUserFacilities, { query }, inPlace(signal))).result,
    placeholderData: keepPreviousData,
  })
}

/** Patients of a facility for a roster (ROST-29). */
export const useRosterPatients = (facilityId: string, searchValue: string, doctor: string | undefined) =>
  useQuery({
    queryKey: ['roster-patients', facilityId, searchValue, doctor],
    queryFn: async ({ signal }) => {
      const query = { facilityId, searchValue, ...(doctor && { providerId: doctor }) }
      return (await call(patientCalls.searchPatients, { query }, inPlace(signal))).result
    },
    enabled: facilityId !== '',
  })

export interface Author {
  id: string
  name: string
}

/** Whose rosters a person may see besides their own: a biller's doctors, or those for whom an admin makes rosters. */
export function useRosterAuthors(isWanted: boolean) {
  const user = useUser()
  return useQuery({
    queryKey: ['roster-authors', user?.id],
    queryFn: async ({ signal }): Promise<Author[]> => {
      if (user?.userType === 'biller') {
        const { result } = await call(rosterCalls.listBillerAuthors, {}, inPlace(signal))
        return result.map(({ id, fullName }) => ({ id, name: fullName }))
      }
      const { result } = await call(rosterCalls.listAdminAuthors, {}, inPlace(signal))
      return result.map(({ doctorId, doctorName }) => ({ id: doctorId, name: doctorName }))
    },
    enabled: isWanted,
  })
}
