/** The query key of all line counts. */
export const lineCountsKey = ['line-counts'] as const
