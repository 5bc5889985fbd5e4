import { connectAlone } from './pool.ts'

/** Any number that no other advisory lock of this database has. */
const lock = 7_204_411

/**
 * Says for as long as it is not called back that somebody works on this database; its owner waits before it ends it.
 * @throws when the database is on its way out
 */
export async function holdInUse(url: string): Promise<() => Promise<void>> {
  const client = await connectAlone(url)
  try {
    await client.query('select pg_advisory_lock_shared($1)', [lock])
    // The end of the database frees the lock of who ends it, maybe before it ends us; but from its beginning on it takes nobody new.
    await (await connectAlone(url)).end()
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  return () => client.end()
}

/** So long is waited for others at most: one that hangs holds up nobody for ever. */
const waitMs = 60_000

/**
 * Waits until nobody says any more that they work on this database, and lets nobody in from then on until it is called
 * back: whoever comes while it is being ended waits, and is turned away by its end.
 * @throws after a minute, or when it is gone
 */
export async function holdAlone(url: string): Promise<() => Promise<void>> {
  const client = await connectAlone(url, { lock_timeout: waitMs })
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
  } catch (error) {
    await client.end()
    throw error
  }
  return () => client.end()
}
