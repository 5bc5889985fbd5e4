import { facilityCalls } from '@dictara/contract/facilities'
import { turnaroundCalls } from '@dictara/contract/turnaround'
import { reachesFacility, seesWholeClinic } from '../../platform/actor.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import {
  detailsOf,
  findFacility,
  findUsualWorkType,
  listFacilities,
  listFacilityCards,
  listWorkTypes,
  updateDisabled,
} from './facilities.store.ts'
import { setLineLength } from './set-line-length.ts'
import { setTargets } from './set-targets.ts'
import { findLineLength, listTargets } from './turnaround.store.ts'

export { type ConnectedEhr, dropEhrSettings, findEhrOf, saveEhrSettings } from './ehr-settings.store.ts'
export {
  dropVerifications,
  emrStatusAt,
  endVerification,
  expireVerifications,
  isVerified,
  isVerifiedAt,
  saveVerified,
  verificationPath,
  verifiedPath,
} from './emr-verification.store.ts'
export {
  dayAt,
  dayIn,
  type FacilityFacts,
  findClinicDay,
  findFacility,
  listFacilities,
  listFacilityCards,
  listFacilityDetails,
  listWorkTypes,
  takeJobNumber,
  takePatientNumbers,
} from './facilities.store.ts'
export { endUnlimited, makeUnlimited } from './plans-in-line.store.ts'
export { endRenewal, type FacilityColumns, updateFacility, updatePlan } from './facility-columns.store.ts'
export { insertFacility, insertFirstFacility, insertWorkTypes } from './first-facility.store.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'facility.disabled': null
    'facility.enabled': null
  }
}

/** The clinic and its facilities: pickers, public facts, work types, whether they are enabled, and what they aim at. */
export const facilitiesFeature = (): Feature => ({
  name: 'facilities',
  scopes: {
    // Linked is not enough: a facility of another clinic is nobody's here.
    facility: async (work, id) =>
      reachesFacility(work.actor, id) && (!seesWholeClinic(work.actor) || (await findFacility(work, id)) !== undefined),
  },
  calls: [
    ...serve(facilityCalls, {
      listUserFacilities: async ({ work, query }) => {
        const result = await listFacilities(work, query.searchValue)
        return { result, size: result.length }
      },
      async getFacilityCards({ work, params }) {
        const result = await listFacilityCards(work, params.id)
        return { result, size: result.length }
      },
      async getFacility({ work, params }) {
        return { result: [detailsOf((await findFacility(work, params.id))!)] }
      },
      async listWorkTypes({ work, actor, params: { facilityId } }) {
        const workTypes = await listWorkTypes(work, facilityId)
        return { result: [{ workTypes, workType: await findUsualWorkType(work, facilityId, actor.userId) }] }
      },
      async setFacilityDisabled({ work, params, query }) {
        if (await updateDisabled(work, params.facilityId, query.isDisabled))
          await work.audit({
            event: query.isDisabled ? 'facility.disabled' : 'facility.enabled',
            facilityId: params.facilityId,
          })
        return { message: query.isDisabled ? 'Facility disabled' : 'Facility enable' }
      },
    }),
    ...serve(turnaroundCalls, {
      async listTargets({ work }) {
        const result = await listTargets(work)
        return { result, size: result.length }
      },
      setTargets: async ({ work, params, body }) => ({
        result: [await setTargets(work, params.facilityId, body)],
        message: 'Turnaround saved',
      }),
      getLineLength: async ({ work }) => ({ result: [await findLineLength(work)] }),
      setLineLength: async ({ work, body }) => ({
        result: [await setLineLength(work, body)],
        message: 'Length of a line saved',
      }),
    }),
  ],
})
