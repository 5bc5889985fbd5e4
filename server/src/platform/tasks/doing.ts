const doing = new WeakMap<object, string>()

/** Runs a step of a task. When the step fails, people are told with these words: "… failed several times." */
export async function doingIt<T>(words: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Error && !doing.has(error)) doing.set(error, words)
    throw error
  }
}

/** The action that an error prevented, in words for people. */
export function failedRepeatedly(error: unknown): string {
  const words = error instanceof Error ? doing.get(error) : undefined
  return `${words ?? 'It'} failed several times because of a server error. The reason is in the server’s log.`
}
