import type { ColumnType, Generated } from 'kysely'

/** Every table, by its camelCase name. Each feature adds its own in its `.store.ts` by declaration merging. */
export interface Tables {
  auditEvents: {
    clinicId: string | null
    id: Generated<string>
    event: string
    at: Date
    userId: string | null
    sessionId: string | null
    ip: string | null
    jobId: string | null
    patientId: string | null
    facilityId: string | null
    fromStatus: string | null
    toStatus: string | null
    level: string | null
    comment: string | null
    detail: ColumnType<unknown, string | null, never>
  }
}
