import { call } from '@dictara/browser/call'
import { unlockStore } from '@dictara/browser/draft-key'
import type { EncryptedStore } from '@dictara/browser/encrypted-store'
import { identityCalls } from '@dictara/contract/identity'
import type { NoteDraft } from '../../editor/autosave.ts'

const kind = 'note'

/** The unsaved text of one note in this browser, encrypted for its user (Q119, Q194). */
export interface NoteDrafts {
  read(): Promise<NoteDraft | null>
  /** Keeps the draft; null throws it away. */
  write(draft: NoteDraft | null): Promise<void>
}

const openStore = (userId: string): Promise<EncryptedStore> =>
  unlockStore(userId, async () => (await call(identityCalls.draftKey, {}, { handler: false })).result[0]!)

/** @throws DraftsLocked when the key cannot be had: then what lies here cannot be opened. */
export async function openNoteDrafts(userId: string, jobId: string): Promise<NoteDrafts> {
  const store = await openStore(userId)
  return {
    read: async () => (await store.get<NoteDraft>(kind, jobId))?.value ?? null,
    write: (draft) => (draft ? store.put({ kind, id: jobId, value: draft }) : store.delete(kind, jobId)),
  }
}
