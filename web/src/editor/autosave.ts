import type { Section } from '@dictara/contract/notes'
import type { NoteChange } from './sections.ts'
import { type AutosaveEvent, longestUnsavedMs, startMachine, statusOf, step } from './saving/autosave-machine.ts'
import type { AutosaveStatus, Keep, NoteDraft, SaveRequest } from './saving/autosave-types.ts'
import { createDraftKeeper } from './saving/draft-keeper.ts'
import { draftOf, editorIdOf, hasWork, openLedger, serverIdOf } from './saving/ledger.ts'
import { resolved, takenOver } from './saving/ledger-answers.ts'
import { type Save, saveInFlight } from './saving/save-in-flight.ts'

export { withDraft } from './saving/draft.ts'
export { joined } from './saving/ledger-answers.ts'
export { isUpToDate, missingFrom, unsavedOf } from './saving/unsaved-text.ts'
export type * from './saving/autosave-types.ts'

export interface AutosavePorts {
  /** The note as received from the server. */
  sections: readonly Section[]
  /** Unsaved text of an earlier visit; the editor was opened with `withDraft(sections, draft)`. */
  draft?: NoteDraft | null
  /** Stores the sections and their order, then deletes the removed ones (one already gone counts as deleted). */
  save: Save
  /** Keeps the draft in this browser; null: everything is acknowledged, so delete the draft. */
  onDraft(draft: NoteDraft | null): void | Promise<void>
  onStatus(status: AutosaveStatus): void
}

/**
 * Saves a note 3 s after its last edit, one save at a time, and again after failures and when the network returns
 * (EDIT-37 to EDIT-39). Every change first goes to the local draft and stays there until the server has acknowledged it
 * (Q119).
 */
export const createAutosave = ({ sections, draft, save, onDraft, onStatus }: AutosavePorts) => {
  let machine = startMachine(openLedger(sections, draft))
  let timer: ReturnType<typeof setTimeout> | undefined
  let savedTimer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const drafts = createDraftKeeper(onDraft)
  const waiting = new Set<(isSaved: boolean) => void>()
  /** Time since which a change has been waiting to be saved. */
  let unsavedSince: number | undefined
  const saving = saveInFlight(save)

  const send = async (request: SaveRequest) => {
    unsavedSince = undefined
    const answer = await saving.send(request)
    // Ignore an answer to a save that was given up, or from before a reset.
    if (machine.flight?.request === request) dispatch({ type: 'answered', answer })
  }

  const dispatch = (event: AutosaveEvent) => {
    if (isStopped) return
    const before = machine
    const [next, effects] = step(machine, event)
    machine = next
    if (next.ledger !== before.ledger) drafts.keep(draftOf(next.ledger))
    for (const effect of effects) {
      if (effect.type === 'wait') {
        clearTimeout(timer)
        unsavedSince ??= Date.now()
        const mostMs = machine.failures ? effect.ms : Math.max(0, unsavedSince + longestUnsavedMs - Date.now())
        timer = setTimeout(() => dispatch({ type: 'due' }), Math.min(effect.ms, mostMs))
      } else if (effect.type === 'show-saved') {
        clearTimeout(savedTimer)
        savedTimer = setTimeout(() => dispatch({ type: 'saved-shown' }), effect.ms)
      } else {
        saving.abort()
        void send(effect.request)
      }
    }
    onStatus(statusOf(machine))
    if (!machine.flight) {
      for (const settle of waiting) settle(!hasWork(machine.ledger))
      waiting.clear()
    }
  }

  const saveNow = () => dispatch({ type: saving.isLate() ? 'given-up' : 'save-now' })
  const back = () => dispatch({ type: 'network', isAway: false })
  const away = () => dispatch({ type: 'network', isAway: true })
  globalThis.addEventListener?.('online', back)
  globalThis.addEventListener?.('offline', away)
  if (globalThis.navigator?.onLine === false) away()
  if (draft) dispatch({ type: 'changed', change: { sections: [], order: machine.ledger.order, removed: [] } })

  const stop = () => {
    isStopped = true
    clearTimeout(timer)
    clearTimeout(savedTimer)
    globalThis.removeEventListener?.('online', back)
    globalThis.removeEventListener?.('offline', away)
    for (const settle of waiting) settle(!hasWork(machine.ledger))
    waiting.clear()
  }

  return {
    edit: (change: NoteChange) => dispatch({ type: 'changed', change }),
    saveNow,
    /** Saves at once and waits; true if the server has everything (Complete, Approve). */
    flush: () => {
      if (isStopped) return Promise.resolve(!hasWork(machine.ledger))
      const settled = new Promise<boolean>((resolve) => waiting.add(resolve))
      saveNow()
      return settled
    },
    /** Settles a conflict. Returns the section to show, or null if the section leaves the note. */
    resolve: (id: string, keep: Keep): Section | null => {
      const { shown } = resolved(machine.ledger, id, keep)
      dispatch({ type: 'resolved', id, keep })
      return shown
    },
    /** Takes over the server's own changes. @returns the sections to show, with the editor's ids */
    takeOver: (sections: readonly Section[]): readonly Section[] => {
      const { shown } = takenOver(machine.ledger, sections)
      dispatch({ type: 'taken-over', sections })
      return shown
    },
    status: () => statusOf(machine),
    /** Everything that the server has not acknowledged yet. */
    draft: () => draftOf(machine.ledger),
    /** Waits until the newest text is in the local draft; false if it could not be written. */
    kept: () => drafts.settled(),
    hasUnsaved: () => hasWork(machine.ledger),
    /** Whether some text is neither on the server nor in the local draft. Leaving needs a warning only then (Q184). */
    mayLose: () => hasWork(machine.ledger) && drafts.isBehind(),
    /** Converts between the server's id of a section and the editor's id. */
    serverId: (id: string) => serverIdOf(machine.ledger, id),
    editorId: (serverId: string) => editorIdOf(machine.ledger, serverId),
    /** Sends nothing until the result of the release that the person asked for is known. */
    hold: () => {
      dispatch({ type: 'held', isHeld: true })
      saving.abort()
    },
    resume: () => dispatch({ type: 'held', isHeld: false }),
    /** The person discarded the changes, so delete them from this browser too. */
    discard: async () => {
      machine = startMachine(openLedger([]))
      drafts.keep(null)
      stop()
      await drafts.settled()
    },
    /** The note was replaced on the server (reconvert), so drop all older unsaved changes. */
    reset: (fresh: readonly Section[]) => {
      clearTimeout(timer)
      machine = startMachine(openLedger(fresh))
      drafts.keep(draftOf(machine.ledger))
      onStatus(statusOf(machine))
    },
    stop,
  }
}

export type Autosave = ReturnType<typeof createAutosave>
