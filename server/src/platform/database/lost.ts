const lost = new WeakSet<Error>()

/** Notes of an error that it came with a connection that could not be had, or was lost: it says nothing of the work. */
export function withLostConnection(error: unknown): unknown {
  if (error instanceof Error) lost.add(error)
  return error
}

/** Whether work failed because the database was lost to it. */
export const isDatabaseLost = (error: unknown): boolean => error instanceof Error && lost.has(error)
