import { call, CallFailed } from '@dictara/browser/call'
import { currentUser } from '@dictara/browser/session'
import { noteCalls, type Section } from '@dictara/contract/notes'
import type { SaveAnswer, SaveRequest } from '../../editor/autosave.ts'

interface Stale {
  conflicts?: { theirs: Section | null; mine: Section }[]
}

function answerTo(error: unknown): SaveAnswer {
  if (!(error instanceof CallFailed)) throw error
  const { conflicts } = (error.result[0] ?? {}) as Stale
  if (error.code === 'note-changed' && conflicts) return { kind: 'conflict', conflicts }
  if (error.kind === 'refused' || error.kind === 'denied')
    return { kind: 'refused', message: error.message || 'The server did not take this text.' }
  if (error.kind === 'signed-out')
    return { kind: 'refused', message: 'Your session has ended. Sign in to go on; your text is kept in this browser.' }
  return { kind: 'offline' }
}

/** Stores what one save carries: changed sections and their order, then the deletions (EDIT-65, EDIT-68). */
export const saveNote =
  (jobId: string, userId: string) =>
  async ({ sections, sectionIds, removedIds }: SaveRequest): Promise<SaveAnswer> => {
    // Another person signed in in a second tab: nothing is saved under their name (Q191).
    if (currentUser()?.id !== userId)
      return { kind: 'refused', message: 'You are not signed in here any more. Your text is kept in this browser.' }
    try {
      const { result } = await call(
        noteCalls.saveSections,
        { params: { id: jobId }, body: { sections: sections as Section[], sectionIds: [...sectionIds] } },
        { handler: false },
      )
      for (const sectionId of removedIds) await removeSection(jobId, sectionId)
      return { kind: 'saved', sections: result[0]!.sections, newSectionsId: result[0]!.newSectionsId }
    } catch (error) {
      return answerTo(error)
    }
  }

async function removeSection(jobId: string, sectionId: string) {
  try {
    await call(noteCalls.deleteSection, { params: { id: jobId, sectionId } }, { handler: false })
  } catch (error) {
    // Gone already is what was wanted.
    if (!(error instanceof CallFailed && error.status === 404)) throw error
  }
}
