import type { EhrKinds } from '../../gateways/ehr/index.ts'
import type { Feature, Platform } from '../../platform/feature.ts'
import { defineTask } from '../../platform/tasks/index.ts'
import type { Mailing } from '../mail/index.ts'
import { listReadFacilities, type ReadFacility } from './ehr-reading.store.ts'
import { readFacility } from './read-facility.ts'

/** Reads patients from the EHRs that answer, as FHIR servers do (FAC-34, FAC-35). */
export function ehrReadingFeature(platform: Platform, kinds: EhrKinds, { isPossible }: Mailing): Feature {
  const { doors, config } = platform
  const ehrTypes = Object.values(kinds).flatMap(({ ehrType, readsPatients }) => (readsPatients ? ehrType : []))
  const read = defineTask<ReadFacility>({
    name: 'read-ehr-patients',
    about: 'Reads from the EHR of one facility what changed of its patients.',
    // The next one is due in minutes.
    attempts: 1,
    retryDelaySeconds: 60,
    timeLimitSeconds: 6 * 60 * 60,
    parallel: 4,
    parallelOfGroup: 1,
    run: (facility, { signal }) => readFacility({ platform, kinds, isMailed: isPossible }, facility, signal),
  })
  const begin = defineTask({
    name: 'begin-ehr-reading',
    about: 'Begins the reading of every facility whose EHR answers.',
    attempts: 1,
    retryDelaySeconds: 5,
    timeLimitSeconds: 60,
    parallel: 1,
    everySeconds: config.DICTARA_EHR_READ_MINUTES * 60,
    run: () =>
      doors.asSystem('task begin EHR reading', async (work) => {
        for (const facility of await listReadFacilities(work, ehrTypes))
          await work.enqueue(read, facility, { key: facility.facilityId, group: facility.clinicId })
      }),
  })
  return { name: 'ehr-reading', tasks: [read, begin] }
}
