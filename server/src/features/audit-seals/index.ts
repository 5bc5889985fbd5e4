import type { Feature, Platform } from '../../platform/feature.ts'
import { defineTask } from '../../platform/tasks/index.ts'
import { keyOfSeals, sealAudit } from './seal-audit.ts'

export { listClinicNames } from './audit-seals.store.ts'
export { lastSealFile, readLastSeal } from './last-seal.ts'
export { readAudit } from './read-audit.ts'
export { keyOfSeals } from './seal-audit.ts'
export { type AuditFault, type AuditOfClinic, verifyAudit } from './verify-audit.ts'

/** Seals the audit, so that a row that is changed, removed or inserted behind the product's back is found (ADR 0017). */
export function auditSealsFeature(platform: Platform): Feature {
  const { doors, log, config } = platform
  const key = keyOfSeals(platform)
  const task = defineTask({
    name: 'seal-audit',
    about: 'Seals the audit rows that were written since the last seal.',
    attempts: 1,
    retryDelaySeconds: 1,
    timeLimitSeconds: 60 * 60,
    parallel: 1,
    everySeconds: 300,
    run: (_nothing, { signal }) => sealAudit({ doors, key, dataFolder: config.dataFolder, log }, signal),
  })
  return { name: 'audit-seals', tasks: [task] }
}
