const doing = new WeakMap<object, string>()

/** Runs a step of a task; when it fails, people are told of the task by these words: "… failed several times." */
export async function doingIt<T>(words: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Error && !doing.has(error)) doing.set(error, words)
    throw error
  }
}

/** What an error kept from being done, in words for people. */
export function failedRepeatedly(error: unknown): string {
  const words = error instanceof Error ? doing.get(error) : undefined
  return `${words ?? 'It'} failed several times because of a server error. The reason is in the server’s log.`
}
