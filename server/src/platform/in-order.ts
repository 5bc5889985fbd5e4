/**
 * Runs pieces of work beside each other, so many at once; those that share a key run in the order in which they were given.
 * After one failed no other begins.
 */
export class InOrder {
  readonly #atOnce: number
  readonly #last = new Map<string, Promise<void>>()
  readonly #running = new Set<Promise<void>>()
  #failure: { error: unknown } | undefined

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /**
   * Waits for a free place, not for the work.
   * @param after earlier ones that it runs behind, too, as this returned them
   * @returns `over`: settles when the work is over, also if it failed or never began
   * @throws what an earlier one threw
   */
  async add(
    keys: Iterable<string>,
    work: () => Promise<void>,
    after: readonly Promise<void>[] = [],
  ): Promise<{ over: Promise<void> }> {
    while (this.#running.size >= this.#atOnce) await Promise.race(this.#running)
    this.#check()
    const own = [...new Set(keys)]
    const before = own.flatMap((key) => this.#last.get(key) ?? [])
    const run: Promise<void> = Promise.all([...before, ...after])
      .then(() => (this.#failure ? undefined : work()))
      .catch((error: unknown) => void (this.#failure ??= { error }))
      .finally(() => {
        this.#running.delete(run)
        for (const key of own) if (this.#last.get(key) === run) this.#last.delete(key)
      })
    this.#running.add(run)
    for (const key of own) this.#last.set(key, run)
    return { over: run }
  }

  /**
   * Waits until all of it is done.
   * @throws what one of them threw
   */
  async end(): Promise<void> {
    await Promise.all(this.#running)
    this.#check()
  }

  #check() {
    if (this.#failure) throw this.#failure.error
  }
}
