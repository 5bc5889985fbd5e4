/** The query key of the facilities' targets and the line length. */
export const turnaroundKey = ['turnaround'] as const
