/** Under which is kept what facilities aim at, and how long a line is. */
export const turnaroundKey = ['turnaround'] as const
