import { isManager } from '@dictara/contract'
import { patientCalls } from '@dictara/contract/patients'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { hasRoster, listRecentPatients, searchPatients } from './patients.store.ts'

export { getPatient, isPatientOf, type PatientFacts } from './patients.store.ts'

/** Patients of the facilities. */
export const patientsFeature = (): Feature => ({
  name: 'patients',
  calls: serve(patientCalls, {
    searchPatients: async ({ work, query }) => ({
      result: await searchPatients(work, query.facilityId, query.searchValue),
    }),
    listRecentPatients: async ({ work, actor, query }) => ({
      result: await listRecentPatients(work, query.facilityId, actor.userId),
    }),
    checkRosterAccess: async ({ work, actor }) => ({
      success: actor.userType === 'biller' || (await hasRoster(work, actor.userId, isManager(actor))),
    }),
  }),
})
