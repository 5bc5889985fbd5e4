/** Calls per minute; each limit counts all calls that use it together. */
export const callLimits = {
  /** A signed-in person: far above a day's work and a ten-minute backlog of one-second chunks (600) sent at once. */
  person: 6_000,
  /** An address, for calls before sign-in: people of a clinic behind one address sign in within the same minutes. */
  address: 120,
  /** An address without a valid session: every tab of a clinic may send one more call after a night. */
  stranger: 1_200,
} as const

export type CallLimit = keyof typeof callLimits
