/** The key of all lists of the audit. */
export const auditQueries = ['audit'] as const

/** The title when a list of the audit, or what a drawer of it shows, cannot be fetched (AUD-38). */
export const auditFailed = 'Session Fetch Failed'
