const atOnce = 4

/** Runs for each, a few at once, and keeps the order. */
export async function inTurn<T, R>(all: readonly T[], run: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < all.length; at += atOnce) done.push(...(await Promise.all(all.slice(at, at + atOnce).map(run))))
  return done
}
