import { openEncryptedStore, type EncryptedStore } from './encrypted-store.ts'
import { importDraftKey } from './sealing.ts'

/** The stored data cannot be opened: its key is fetched after sign-in and never stored (Q194). */
export class DraftsLocked extends Error {
  override readonly name = 'DraftsLocked'
  constructor(cause: unknown) {
    super('Sign in to open your draft', { cause })
  }
}

const keys = new Map<string, Promise<CryptoKey>>()

/**
 * Opens the stored data of a user. The key stays in the memory of this page, so that work continues when the network or the session ends;
 * after a reload it is fetched again. `fetchKey` calls GET /authenticate/draft-key as this user.
 * @throws DraftsLocked if the key is neither in memory nor available
 */
export async function unlockStore(
  userId: string,
  fetchKey: () => Promise<string>,
  databaseName?: string,
): Promise<EncryptedStore> {
  let key = keys.get(userId)
  if (!key) {
    key = fetchKey().then(importDraftKey)
    keys.set(userId, key)
  }
  const usable = await key.catch((cause: unknown) => {
    keys.delete(userId)
    throw new DraftsLocked(cause)
  })
  return openEncryptedStore(userId, usable, databaseName)
}

/** Forgets every key, for a sign-out on purpose. */
export function forgetDraftKeys(): void {
  keys.clear()
}
