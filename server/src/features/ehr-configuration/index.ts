import { ehrConfigurationCalls, facilityJobStatuses } from '@dictara/contract/ehr-configuration'
import { emrVerificationCalls } from '@dictara/contract/emr-verification'
import type { EhrKind, EhrKinds } from '../../gateways/ehr/index.ts'
import type { Feature, Platform } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { findFacilityRow, listLinkedUsers, listWaitingJobs } from './ehr-configuration.store.ts'
import { guardAccess } from './guard-access.ts'
import { addFacility, editFacility, kindOf } from './save-facility.ts'
import { showFacilities, showFacility } from './show-facility.ts'
import { testEhr } from './test-ehr.ts'
import { startVerification, verifyPerson } from './verify-person.ts'

/** The words of the question before disabling, in any case; other ones ask for nothing. */
const statusesIn = (words: string | string[]) => {
  const wanted = [words].flat().flatMap((word) => word.toLowerCase().split(','))
  return facilityJobStatuses.filter((status) => wanted.includes(status.toLowerCase()))
}

const asked = ({ settings }: EhrKind) =>
  settings.map(({ field, fieldName, fieldType, usual = '', choices = [] }) => ({
    field,
    fieldName,
    fieldType,
    value: usual,
    choices: [...choices],
  }))

const hostOf = (origin: string | undefined) =>
  origin !== undefined && URL.canParse(origin) ? new URL(origin).host : undefined

/** Facilities and what they are connected to: cards, EHR configuration, and people who verify themselves (FAC, Q082 to Q092). */
export function ehrConfigurationFeature(platform: Platform, kinds: EhrKinds): Feature {
  const { secrets, doors, config } = platform
  const parts = { kinds, secrets }
  return {
    name: 'ehr-configuration',
    calls: [
      ...serve(ehrConfigurationCalls, {
        async listFacilities({ work, query }) {
          await guardAccess(work)
          return showFacilities(work, kinds, query)
        },
        async listEhrTypes({ work, query }) {
          const facility = query.facilityId === undefined ? undefined : await findFacilityRow(work, query.facilityId)
          const hasReset = facility?.demoResetAt != null
          return {
            result: Object.values(kinds)
              .filter(({ ehrType }) => !(hasReset && ehrType === 'demo'))
              .map(({ ehrName, ehrType }) => ({ ehrName, ehrType })),
          }
        },
        listEhrSettings: async ({ query }) => ({ result: asked(kindOf(kinds, query.ehrType)) }),
        getFacilityEhr: async ({ work, params }) => ({ result: [await showFacility(work, parts, params.facilityId)] }),
        async addFacility({ work, body }) {
          await guardAccess(work)
          return {
            result: [await addFacility(work, parts, body, config.DICTARA_TRIAL_DAYS)],
            message: 'Facility added successfully',
          }
        },
        async editFacility({ work, body }) {
          await guardAccess(work)
          return { result: [await editFacility(work, parts, body)], message: 'Facility updated successfully' }
        },
        async testEhr({ actor, body }) {
          await testEhr({ ...parts, doors }, actor, body)
          return { message: 'The connection works.' }
        },
        listFacilityJobs: ({ work, query }) => listWaitingJobs(work, query.facilityId, statusesIn(query.jobStatus)),
        async listFacilityUsers({ work, params }) {
          const result = await listLinkedUsers(work, params.facilityId)
          return { result, size: result.length }
        },
      }),
      ...serve(emrVerificationCalls, {
        startVerification: async ({ actor, query }) => ({
          result: [{ url: await startVerification({ ...parts, platform }, actor, query.facilityId) }],
        }),
        async verifyEmr({ actor, query, request }) {
          await verifyPerson({ ...parts, platform }, actor, { ...query, from: hostOf(request.headers.origin) })
          return { message: 'You are verified.' }
        },
      }),
    ],
  }
}
