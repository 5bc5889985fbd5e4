import { deviceConfigurationCalls } from '@dictara/contract/device-configuration'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { type Ehrs, saveFields, showFields } from './configure-device.ts'

export { type Ehrs, listExposedFields } from './configure-device.ts'
export type { Exposed } from './exposed-fields.ts'

/** Which fields of its EHR a facility exposes for each work type (SETT-12 to SETT-26, Q063). */
export const deviceConfigurationFeature = (ehrs: Ehrs): Feature => ({
  name: 'device-configuration',
  calls: serve(deviceConfigurationCalls, {
    async listEhrFields({ work, params, query }) {
      const { fields, version } = await showFields(work, ehrs, params.facilityId, query.workType)
      return { result: fields, size: fields.length, extra: { version } }
    },
    async saveEhrFields({ work, params: { facilityId }, query: { workType, version }, body }) {
      const saved = await saveFields(work, ehrs, { facilityId, workType }, { fields: body, version })
      return { result: saved.fields, extra: { version: saved.version }, message: `EHR fields saved for ${workType}.` }
    },
  }),
})
