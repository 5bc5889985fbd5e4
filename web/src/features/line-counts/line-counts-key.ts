/** The key under which line counts are kept. */
export const lineCountsKey = ['line-counts'] as const
