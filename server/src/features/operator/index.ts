import { operatorCalls } from '@dictara/contract/operator'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { lookIntoClinic } from './look-into-clinic.ts'
import { listClinicAdmins } from './operator.store.ts'

/** The two reads across clinics that the superAdmin flag adds (Q178), through a door of their own (S15). */
export const operatorFeature = (): Feature => ({
  name: 'operator',
  calls: serve(operatorCalls, {
    async listClinicAdmins({ doors, actor, query }) {
      const result = await doors.asOperator(actor, { what: 'clinic-admins', reason: query.reason }, (work) =>
        listClinicAdmins(work, query.searchValue),
      )
      return { result, size: result.length }
    },
    getTenantDashboard: async ({ doors, actor, query }) => ({
      result: [await lookIntoClinic(doors, actor, query.userId, query.reason)],
    }),
  }),
})
