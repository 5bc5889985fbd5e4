import { isManager } from '@dictara/contract'
import { patientCalls } from '@dictara/contract/patients'
import { patientsImportCalls } from '@dictara/contract/patients-import'
import { rosterRefusals } from '@dictara/contract/roster'
import type { Feature, Platform } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { notFound, refuseUnless } from '../../platform/refusal.ts'
import { isVerified } from '../facilities/index.ts'
import { importerOf } from '../imports/index.ts'
import { findReachedAuthor } from '../people/index.ts'
import { patientsKind } from './import-patients.ts'
import { hasRoster, isReachedPatient, listRecentPatients } from './patients.store.ts'
import { listPatients, searchPatients } from './search-patients.store.ts'
import { addPatient, editPatient, removePatient } from './save-patient.ts'

export { fieldValuesOf } from './field-values.store.ts'
export { type BroughtPatient, bringPatient, isUnborn, mergePatients, swapBeds } from './brought.ts'
export { findSurvivor } from './brought.store.ts'
export {
  countPatientsOf,
  getPatient,
  getPatientOption,
  isPatientOf,
  type PatientFacts,
} from './patients.store.ts'

/** Patients of the facilities. */
export const patientsFeature = ({ doors }: Platform): Feature => {
  const importer = importerOf(patientsKind, patientsImportCalls, doors)
  return {
    name: 'patients',
    tasks: [importer.task],
    scopes: { patient: isReachedPatient },
    calls: [
      ...importer.calls,
      ...serve(patientCalls, {
        async searchPatients({ work, query: { facilityId, searchValue, providerId } }) {
          if (providerId) {
            // For a roster: its author must be within the caller's reach, and the facility's EHR must have verified the caller (Q038).
            if (!(await findReachedAuthor(work, providerId))) throw notFound()
            refuseUnless(await isVerified(work, facilityId), rosterRefusals.notAuthorised)
          }
          return { result: await searchPatients(work, facilityId, searchValue) }
        },
        listRecentPatients: async ({ work, actor, query }) => ({
          result: await listRecentPatients(work, query.facilityId, actor.userId),
        }),
        async listPatients({ work, query }) {
          const { isCapped, ...page } = await listPatients(work, query)
          return { ...page, ...(isCapped && { extra: { sizeIsCapped: true } }) }
        },
        addPatient: async ({ work, body }) => ({ result: [await addPatient(work, body)], message: 'Patient added.' }),
        editPatient: async ({ work, params, body }) => ({
          result: [await editPatient(work, params.id, body)],
          message: 'Patient updated.',
        }),
        async deletePatient({ work, params }) {
          await removePatient(work, params.id)
          return { message: 'Patient deleted.' }
        },
        checkRosterAccess: async ({ work, actor }) => ({
          success: actor.userType === 'biller' || (await hasRoster(work, actor.userId, isManager(actor))),
        }),
      }),
    ],
  }
}
