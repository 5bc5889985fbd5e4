import { isManager } from '@dictara/contract'
import { patientCalls } from '@dictara/contract/patients'
import { rosterRefusals } from '@dictara/contract/roster'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { notFound, refuseUnless } from '../../platform/refusal.ts'
import { isVerified } from '../facilities/index.ts'
import { findReachedAuthor } from '../people/index.ts'
import { hasRoster, listRecentPatients, searchPatients } from './patients.store.ts'

export { fieldValuesOf } from './field-values.store.ts'
export { countPatientsOf, getPatient, getPatientOption, isPatientOf, type PatientFacts } from './patients.store.ts'

/** Patients of the facilities. */
export const patientsFeature = (): Feature => ({
  name: 'patients',
  calls: serve(patientCalls, {
    async searchPatients({ work, query: { facilityId, searchValue, providerId } }) {
      if (providerId) {
        // For a roster: that of somebody whom the caller reaches, at a facility whose EHR lets them in (Q038).
        if (!(await findReachedAuthor(work, providerId))) throw notFound()
        refuseUnless(await isVerified(work, facilityId), rosterRefusals.notAuthorised)
      }
      return { result: await searchPatients(work, facilityId, searchValue) }
    },
    listRecentPatients: async ({ work, actor, query }) => ({
      result: await listRecentPatients(work, query.facilityId, actor.userId),
    }),
    checkRosterAccess: async ({ work, actor }) => ({
      success: actor.userType === 'biller' || (await hasRoster(work, actor.userId, isManager(actor))),
    }),
  }),
})
