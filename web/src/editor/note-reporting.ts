import type { EditorView } from '@tiptap/pm/view'
import type { createChangeReporter } from './change-reporter.ts'
import { isSameNoteFacts, type NoteFacts, noteFactsOf } from './note-facts.ts'
import { isSameNoteState, type NoteState, noteStateOf } from './note-state.ts'
import type { NoteChange } from './sections.ts'
import type { createWordSync } from './words/word-sync.ts'

interface ReportListeners {
  onChange(change: NoteChange): void
  onState(state: NoteState): void
  onFacts(facts: NoteFacts): void
}

interface ReportParts {
  listeners: ReportListeners
  words: ReturnType<typeof createWordSync>
  reporter: ReturnType<typeof createChangeReporter>
}

/** Reports edits, the toolbar's state and the status line's facts to a page, each only if it has changed. */
export const noteReporting = (view: EditorView, { listeners, words, reporter }: ReportParts) => {
  let shown: NoteState | undefined
  let told: NoteFacts | undefined
  let areWordsKnown = false
  const report = () => {
    const change = reporter.report(view.state.doc)
    if (change) listeners.onChange(change)
    const state = noteStateOf(view.state)
    if (!shown || !isSameNoteState(state, shown)) listeners.onState(state)
    shown = state
    // The number of unsure words is not known before.
    if (!areWordsKnown) return
    const facts = noteFactsOf(view.state, words)
    if (!told || !isSameNoteFacts(facts, told)) listeners.onFacts(facts)
    told = facts
  }
  return {
    report,
    wordsKnown: () => {
      areWordsKnown = true
      report()
    },
  }
}
