import { call } from '@dictara/browser/call'
import { shownBirth } from '@dictara/browser/moments'
import type { StoredUser } from '@dictara/contract/identity'
import { patientCalls } from '@dictara/contract/patients'
import { peopleCalls } from '@dictara/contract/people'
import { authors, isManager } from '@dictara/contract/roles'
import { useQuery } from '@tanstack/react-query'
import type { Choice } from './choices.ts'

/** How long the hand rests before a search, in milliseconds. */
export const restMs = 150
const most = 5

/** Patients whom the person may see, including those without a job. Each leads to what can be done with them. */
export const usePatientsFound = (user: StoredUser, searchValue: string) =>
  useQuery({
    queryKey: ['patients', 'palette', searchValue],
    queryFn: async ({ signal }): Promise<Choice[]> => {
      const query = { searchValue, size: most, page: 0 }
      const { result } = await call(patientCalls.listPatients, { query }, { signal, handler: false })
      return result.map(({ id, firstName, lastName, birthDate, medicalRecordNumber, facility }) => ({
        key: `patient ${id}`,
        label: `${firstName} ${lastName}`,
        more: `${shownBirth(birthDate)} · MRN ${medicalRecordNumber} · ${facility.facilityName}`,
        to: `/dashboard/patients?searchValue=${encodeURIComponent(medicalRecordNumber)}`,
      }))
    },
    enabled: user.clinicId !== null && authors.some((type) => type === user.userType) && searchValue.length > 1,
  })

const kinds = [
  [peopleCalls.listDoctors, 'doctors', 'Doctor'],
  [peopleCalls.listReviewers, 'reviewers', 'Reviewer'],
  [peopleCalls.listBillers, 'billers', 'Biller'],
] as const

/** People of every kind, for those who manage them. Each leads to the list that contains them. */
export const usePeopleFound = (user: StoredUser, search: string) =>
  useQuery({
    queryKey: ['palette', 'people', search],
    queryFn: async ({ signal }): Promise<Choice[]> => {
      const found = await Promise.all(
        kinds.map(async ([spec, slug, kind]) => {
          const query = { name: search, size: most, page: 0 }
          const { result } = await call(spec, { query }, { signal, handler: false })
          return result.map(({ id, fullName, email, userType }) => ({
            key: `person ${slug} ${id}`,
            label: fullName,
            more: `${userType === 'transcriptionist' ? 'Transcriptionist' : kind} · ${email}`,
            to: `/dashboard/${slug}?name=${encodeURIComponent(fullName)}`,
          }))
        }),
      )
      return found.flat().slice(0, most)
    },
    enabled: isManager(user) && search.length > 1,
  })
