import { deviceConfigurationCalls } from '@dictara/contract/device-configuration'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { type KindsWithFields, saveFields, showFields } from './configure-device.ts'

export { type KindsWithFields, listExposedFields } from './configure-device.ts'
export type { Exposed } from './exposed-fields.ts'

/** Which fields of its EHR a facility exposes for each work type (SETT-12 to SETT-26, Q063). */
export const deviceConfigurationFeature = (kinds: KindsWithFields): Feature => ({
  name: 'device-configuration',
  calls: serve(deviceConfigurationCalls, {
    async listEhrFields({ work, params, query }) {
      const { fields, version } = await showFields(work, kinds, params.facilityId, query.workType)
      return { result: fields, size: fields.length, extra: { version } }
    },
    async saveEhrFields({ work, params: { facilityId }, query: { workType, version }, body }) {
      const saved = await saveFields(work, kinds, { facilityId, workType }, { fields: body, version })
      return { result: saved.fields, extra: { version: saved.version }, message: `EHR fields saved for ${workType}.` }
    },
  }),
})
