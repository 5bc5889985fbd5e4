import { call } from '@dictara/browser/call'
import { unlockStore } from '@dictara/browser/draft-key'
import type { EncryptedStore } from '@dictara/browser/encrypted-store'
import { newId } from '@dictara/contract/new-id'
import { currentUser } from '@dictara/browser/session'
import { identityCalls } from '@dictara/contract/identity'
import { noteCalls, type Section } from '@dictara/contract/notes'
import type { NoteDraft } from '../../../editor/autosave.ts'
import { heldDrafts, holdDraft, isHeldElsewhere, type Release, watchDrafts } from './draft-locks.ts'

const kind = 'note'

/** Text of one note that an editor of this browser did not see saved. */
export interface KeptText {
  id: string
  draft: NoteDraft
  /** Unix milliseconds of the last key. */
  changedAt: number
  /** Since when the person had held the job when typing; missing in drafts from before this was stored. */
  heldSince: string | undefined
}

/** The only writer of a draft: one editor, as long as it is open. */
export interface DraftWriter {
  readonly id: string
  /** Keeps the draft; null: the server has everything. */
  write(draft: NoteDraft | null): Promise<void>
  /** Informs the other tabs that the note is open; so does the first text. */
  hold(): Promise<void>
  /** Lets others read and continue the draft. Later writes count only if nobody did. */
  close(): Promise<void>
}

/** The unsaved texts of one note in this browser, encrypted for their user, one for each editor (Q119, Q194). */
export interface NoteDrafts {
  /** Texts that no open editor is writing. */
  listLeft(): Promise<KeptText[]>
  /** Creates a new draft; the browser's storage is not used before it is held or written. */
  beginWriter(heldSince: string): DraftWriter
  /** Opens a new draft, or the named one that was left behind; undefined if another editor took that one. */
  openWriter(heldSince: string, id?: string): Promise<DraftWriter | undefined>
  /** Deletes a draft, unless it has changed since it was read. */
  discard(text: Pick<KeptText, 'id' | 'changedAt'>): Promise<void>
  /** The ids of the texts that the server has, word for word, in a saved version of the note. */
  findSaved(sections: readonly Section[]): Promise<readonly string[]>
  isOpenElsewhere(): Promise<boolean>
  /** Calls the listener when another tab opens or closes the note. */
  watch(listener: () => void): () => void
}

const openStore = (userId: string): Promise<EncryptedStore> =>
  unlockStore(userId, async () => {
    // A text encrypted with the key of another user, who signed in in another tab, could never be opened here.
    if (currentUser()?.id !== userId) throw new Error('Somebody else is signed in here by now.')
    return (await call(identityCalls.draftKey, {}, { handler: false })).result[0]!
  })

/** Deleted drafts, which a closing editor must not restore. */
const discarded = new Set<string>()
/** Editors of this tab that are still writing their last text. */
const closing = new Set<Promise<void>>()

/** @throws DraftsLocked if the key is not available: then the kept texts cannot be opened. */
export async function openNoteDrafts(userId: string, jobId: string): Promise<NoteDrafts> {
  const store = await openStore(userId)
  const place = `dictara-note ${userId} ${jobId}`
  // A draft from before there was one for each editor has the job's id as its name.
  const lockOf = (id: string) => place + id.slice(jobId.length)
  type Kept = NoteDraft & { heldSince?: string; openingId?: string }

  const writerOf = (id: string, heldSince: string) => {
    const openingId = newId()
    let holding: Promise<Release | undefined> | undefined
    let isClosed = false
    const hold = () => (holding ??= holdDraft(place, lockOf(id)))
    const isOurs = async () => {
      const entry = await store.get<Kept>(kind, id)
      return entry?.value.openingId === openingId
    }
    const put = (draft: NoteDraft | null) => {
      if (discarded.has(id)) return undefined
      return draft ? store.put({ kind, id, value: { ...draft, heldSince, openingId } }) : store.delete(kind, id)
    }
    const writer: DraftWriter = {
      id,
      async hold() {
        await hold()
      },
      async write(draft) {
        if (!isClosed) {
          if (!(await hold())) throw new Error('Another editor writes this draft.')
          return put(draft)
        }
        const again = await holdDraft(place, lockOf(id))
        if (!again) return
        // Another editor may have continued it and closed again: its text is newer.
        try {
          if (await isOurs()) await put(draft)
        } finally {
          await again()
        }
      },
      async close() {
        isClosed = true
        const release = await holding
        await release?.()
      },
    }
    return { writer, hold }
  }

  return {
    async listLeft() {
      await Promise.all(closing)
      // Ask before reading: a draft released in between is read next time, complete.
      const held = await heldDrafts(place)
      const entries = await store.list<Kept>(kind, jobId)
      return entries
        .filter(({ id }) => !held.has(lockOf(id)))
        .map(({ id, value, changedAt }) => ({ id, draft: value, changedAt, heldSince: value.heldSince }))
        .toSorted((one, other) => other.changedAt - one.changedAt)
    },

    beginWriter: (heldSince) => writerOf(`${jobId}/${newId()}`, heldSince).writer,

    async openWriter(heldSince, id = `${jobId}/${newId()}`) {
      const { writer, hold } = writerOf(id, heldSince)
      return (await hold()) ? writer : undefined
    },

    async discard({ id, changedAt }) {
      const release = await holdDraft(place, lockOf(id))
      if (!release) return
      const entry = await store.get(kind, id)
      if (!entry || entry.changedAt <= changedAt) {
        discarded.add(id)
        await store.delete(kind, id)
      }
      await release()
    },

    async findSaved(sections) {
      const asked = sections.map(({ id, heading, content }) => ({ id, heading, content }))
      const body = { sections: asked }
      const { result } = await call(noteCalls.findSavedSections, { params: { id: jobId }, body }, { handler: false })
      return result[0]!.ids
    },

    isOpenElsewhere: () => isHeldElsewhere(place),
    watch: (listener) => watchDrafts(place, listener),
  }
}

/** Readers of the drafts wait for an editor of this tab that is leaving its note. */
export function whileClosing(leaving: Promise<void>): void {
  const ended = leaving.finally(() => closing.delete(ended))
  closing.add(ended)
}
