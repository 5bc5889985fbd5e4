import { openEncryptedStore, type EncryptedStore } from './encrypted-store.ts'
import { importDraftKey } from './sealing.ts'

/** What is kept in this browser cannot be opened: its key is asked for after sign-in and never written down (Q194). */
export class DraftsLocked extends Error {
  override readonly name = 'DraftsLocked'
  constructor(cause: unknown) {
    super('Sign in to open your draft', { cause })
  }
}

const keys = new Map<string, Promise<CryptoKey>>()

/**
 * Opens what this browser keeps for a user. The key stays in the memory of this page, so that work goes on when the network
 * or the session ends; after a reload it is fetched again. `fetchKey` asks GET /authenticate/draft-key as this user.
 * @throws DraftsLocked when the key is neither in memory nor to be had
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

/** Forgets every key: for a sign-out on purpose. */
export function forgetDraftKeys(): void {
  keys.clear()
}
