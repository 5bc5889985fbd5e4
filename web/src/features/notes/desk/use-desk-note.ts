import { createListeners } from '@dictara/browser/listeners'
import type { Section } from '@dictara/contract/notes'
import { sectionPlainText } from '@dictara/dictation/note-text'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { NoteFacts } from '../../../editor/note-facts.ts'
import type { NoteSession } from '../use-note-session.ts'

/** What panel and status bar say of the note. */
export interface Figures {
  /** Null until the note is open. */
  facts: NoteFacts | null
  sections: readonly { id: string; heading: string; words: number }[]
}

/** How long after a change the sections are read anew: never within a key. */
const settleMs = 300

const outlineOf = (shown: readonly Section[]): Figures['sections'] =>
  shown.map(({ id, heading, content }) => ({
    id,
    heading: heading.customUIHeading,
    words: sectionPlainText(content).match(/\S+/g)?.length ?? 0,
  }))

function createFigures(shown: NoteSession['shown']) {
  const listeners = createListeners()
  let figures: Figures = { facts: null, sections: [] }
  let timer: ReturnType<typeof setTimeout> | undefined
  const become = (more: Partial<Figures>) => {
    figures = { ...figures, ...more }
    listeners.tell()
  }
  const read = () => {
    timer = undefined
    become({ sections: outlineOf(shown()) })
  }
  return {
    now: () => figures,
    watch: listeners.subscribe,
    read,
    tell: (facts: NoteFacts) => become({ facts }),
    changed() {
      timer ??= setTimeout(read, settleMs)
    },
    stop: () => clearTimeout(timer),
  }
}

/** The opened note as the parts around it know it; its sections are read at rest, so that no key waits for that. */
export function useDeskNote(session: NoteSession) {
  const [figures] = useState(() => createFigures(session.shown))
  useEffect(() => {
    figures.read()
    return figures.stop
  }, [figures])
  return {
    figures,
    walkUnsure: (by: -1 | 1) => void session.note.current?.walkUnsure(by),
    walkBlanks: (by: -1 | 1) => void session.note.current?.walkBlanks(by),
    goTo(sectionId: string) {
      session.note.current?.goToSectionOf(sectionId)
      session.note.current?.focus()
    },
  }
}

export type DeskNote = ReturnType<typeof useDeskNote>

export const useFigures = ({ figures }: DeskNote) => useSyncExternalStore(figures.watch, figures.now)
