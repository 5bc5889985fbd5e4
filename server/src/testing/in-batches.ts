const atOnce = 8

/**
 * Calls `run` `count` times, eight at a time, because the pool of a test server has eight connections: on a busy machine a hundred
 * parallel calls would wait so long for one that some are answered 503.
 */
export async function inBatches<T>(count: number, run: (n: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  while (answers.length < count) {
    const batch = Array.from({ length: Math.min(atOnce, count - answers.length) }, (_, n) => run(answers.length + n))
    answers.push(...(await Promise.all(batch)))
  }
  return answers
}
