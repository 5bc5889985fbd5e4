import { newId } from '@dictara/contract/new-id'
import type { FilledIn } from '@dictara/contract/notes'
import { redoDepth, undoDepth } from '@tiptap/pm/history'
import type { EditorState, Transaction } from '@tiptap/pm/state'

/** What a person put into a note instead of typing it; `undone`: they took it out again in one step. */
export interface Insertion {
  readonly id: string
  /** Null: the default texts of a template. */
  readonly phraseId: string | null
  readonly letters: number
  readonly undone: boolean
  /** What of it came from fields of the patient or the encounter. */
  readonly fields?: readonly FilledIn[]
}

interface Followed {
  /** The undo step that takes it out, counted from the oldest. */
  readonly step: number
  readonly undone: boolean
  /** It was taken out, or put in again. */
  readonly turned: (undone: boolean) => void
}

/**
 * Follows what was put in through undo and redo. Which step of the history is whose is told by its depth: it grows by one with what is
 * put in, and no step is ever taken out of the middle.
 */
export const followInsertions = (tell: (insertion: Insertion) => void) => {
  let followed: Followed[] = []
  const turn = (one: Followed, undone: boolean): Followed => {
    one.turned(undone)
    return { ...one, undone }
  }
  /** What was just done, as a step of its own. */
  const watch = (state: EditorState, turned: Followed['turned']) =>
    void followed.push({ step: undoDepth(state), undone: false, turned })
  return {
    watch,
    /** Something was just put in, as a step of its own. */
    add({ fields = [], ...put }: Omit<Insertion, 'id' | 'undone'>, state: EditorState) {
      const insertion = { id: newId(), ...put, undone: false, ...(fields.length > 0 && { fields }) }
      watch(state, (undone) => tell({ ...insertion, undone }))
      tell(insertion)
    },
    follow(tr: Transaction, before: EditorState, after: EditorState) {
      if (followed.length === 0 || before.doc === after.doc) return
      const [was, is] = [undoDepth(before), undoDepth(after)]
      if (tr.getMeta('history$')) {
        const isUndone = redoDepth(after) > redoDepth(before)
        followed = followed.map((one) => {
          if (isUndone) return one.step > is && !one.undone ? turn(one, true) : one
          return one.step <= is && one.undone ? turn(one, false) : one
        })
        return
      }
      // What was undone stays so once something else is done; the oldest steps are forgotten many at once.
      const forgotten = Math.max(0, was + 1 - is)
      const isTrimmed = is < was
      followed = followed.flatMap((one) => {
        if (one.undone) return []
        const step = isTrimmed ? one.step - forgotten : one.step
        return step > 0 ? { ...one, step } : []
      })
    },
  }
}
