import { call, type CallOptions, failureOf, failureOrThrow } from '@dictara/browser/call'
import { newId } from '@dictara/contract/new-id'
import { currentUser } from '@dictara/browser/session'
import { noteCalls, type Section } from '@dictara/contract/notes'
import type { SaveAnswer, SaveRequest } from '../../../editor/autosave.ts'
import type { LastSave } from './last-save.ts'
import type { PutIn } from './put-in.ts'

interface Stale {
  conflicts?: { theirs: Section | null; mine: Section }[]
}

function answerTo(failed: unknown): SaveAnswer {
  const error = failureOrThrow(failed)
  const { conflicts } = (error.result[0] ?? {}) as Stale
  if (error.code === 'note-changed' && conflicts) return { kind: 'conflict', conflicts }
  if (error.kind === 'signed-out') return { kind: 'signed-out' }
  // A disabled facility may be enabled again; any other refusal is final.
  if (error.status === 429 || error.kind === 'server' || error.code === 'facility-disabled')
    return { kind: 'busy', message: error.message || 'The server cannot save it now.' }
  if (error.kind === 'refused' || error.kind === 'denied')
    return { kind: 'refused', message: error.message || 'The server did not take this text.' }
  return { kind: 'offline' }
}

/**
 * Stores the content of one save: changed sections and their order, then the deletions (EDIT-65, EDIT-68).
 * @param putIn the insertions to report with it
 * @param takeLast the save that finishes the note, used once: it replaces a save that deletes nothing
 */
export const saveNote = (
  jobId: string,
  userId: string,
  firstEditorId: string,
  takeLast: () => LastSave | null,
  putIn: PutIn,
) => {
  let editorId = firstEditorId
  let turn = 0
  return async ({ sections, sectionIds, removedIds }: SaveRequest, signal?: AbortSignal): Promise<SaveAnswer> => {
    const now = currentUser()
    if (!now) return { kind: 'signed-out' }
    // Another person signed in in a second tab: nothing is saved under their name (Q191).
    if (now.id !== userId) return { kind: 'refused', message: 'You’re signed out. Your text is kept in this browser.' }
    // A save that was given up may still arrive after a newer one: the server orders them by their turn.
    turn = Math.max(turn + 1, Date.now())
    const mine = { editorId, turn }
    const options = { handler: false, ...(signal ? { signal } : {}) }
    const told = putIn.waiting()
    const insertions = told.length > 0 ? { insertions: told } : {}
    const body = { sections: [...sections], sectionIds: [...sectionIds], ...mine, ...insertions }
    try {
      const finished = removedIds.length === 0 ? await takeLast()?.send(body, signal) : undefined
      if (finished?.saved) putIn.arrived(told)
      if (finished?.saved) return { kind: 'saved', ...finished.saved }
      // If everything was refused, the text alone is still to be stored, or refused itself.
      const { result } = await call(noteCalls.saveSections, { params: { id: jobId }, body }, options)
      putIn.arrived(told)
      for (const sectionId of removedIds) await removeSection(jobId, sectionId, mine, options)
      return { kind: 'saved', sections: result[0]!.sections, newSectionsId: result[0]!.newSectionsId }
    } catch (error) {
      // This computer's clock was set back since the draft was started, so the turns are counted again.
      if (failureOf(error)?.code === 'save-overtaken' && !signal?.aborted) {
        editorId = newId()
        return { kind: 'offline' }
      }
      return answerTo(error)
    }
  }
}

async function removeSection(
  jobId: string,
  sectionId: string,
  mine: { editorId: string; turn: number },
  options: CallOptions,
) {
  try {
    await call(noteCalls.deleteSection, { params: { id: jobId, sectionId }, query: mine }, options)
  } catch (error) {
    // An already deleted section is the intended result.
    if (failureOf(error)?.status !== 404) throw error
  }
}
