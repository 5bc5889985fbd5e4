/** How many calls a minute; each limit counts all calls that name it together. */
export const callLimits = {
  /** A signed-in person: far above a day's work and a ten-minute backlog of one-second chunks (600) sent at once. */
  person: 6_000,
  /** An address, for calls before sign-in: a clinic behind one address signs in within the same minutes. */
  address: 120,
  /** An address whose sessions are over, or that has none: every tab of a clinic may ask once more after a night. */
  stranger: 1_200,
} as const

export type CallLimit = keyof typeof callLimits
