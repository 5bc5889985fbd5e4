import { newId } from '@dictara/contract/new-id'
import type { FilledIn } from '@dictara/contract/notes'
import { redoDepth, undoDepth } from '@tiptap/pm/history'
import type { EditorState, Transaction } from '@tiptap/pm/state'

/** Text that a person inserted instead of typing; `undone`: they removed it again in one step. */
export interface Insertion {
  readonly id: string
  /** Null: the default texts of a template. */
  readonly phraseId: string | null
  readonly letters: number
  readonly undone: boolean
  /** The parts that came from fields of the patient or the encounter. */
  readonly fields?: readonly FilledIn[]
}

interface Followed {
  /** The undo step that removes it, counted from the oldest. */
  readonly step: number
  readonly undone: boolean
  /** Called when it is removed or restored. */
  readonly turned: (undone: boolean) => void
}

/**
 * Follows inserted text through undo and redo. The depth of the history identifies each step: an insertion increases it
 * by one, and no step is ever removed from the middle.
 */
export const followInsertions = (tell: (insertion: Insertion) => void) => {
  let followed: Followed[] = []
  const turn = (one: Followed, undone: boolean): Followed => {
    one.turned(undone)
    return { ...one, undone }
  }
  /** Watches the last edit, as its own step. */
  const watch = (state: EditorState, turned: Followed['turned']) =>
    void followed.push({ step: undoDepth(state), undone: false, turned })
  return {
    watch,
    /** Reports an insertion that was just made, as its own step. */
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
      // Undone steps stay undone after another edit; the history drops many of its oldest steps at once.
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
