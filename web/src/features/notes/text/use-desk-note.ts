import { createListeners } from '@dictara/browser/listeners'
import type { NoteTemplate } from '@dictara/contract/note-phrases'
import type { Section } from '@dictara/contract/notes'
import { blanksOf, sectionPlainText } from '@dictara/dictation/note-text'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { BookPhrase } from '../../../editor/phrases/phrase-book.ts'
import type { NoteFacts } from '../../../editor/note-facts.ts'
import type { NoteSession } from './use-note-session.ts'

/** What panel and status bar say of the note. */
export interface Figures {
  /** Null until the note is open. */
  facts: NoteFacts | null
  sections: readonly SectionFigures[]
  /** The note as it stood then. */
  shown: readonly Section[]
}

interface SectionFigures {
  id: string
  heading: string
  words: number
  /** Words that are marked as unsure; undefined until that is known. */
  unsure: number | undefined
  /** Blanks that nobody has answered. */
  blanks: number
}

/** How long after a change the sections are read anew: never within a key. */
const settleMs = 300

const outlineOf = (shown: readonly Section[], unsure: ReadonlyMap<string, number> | undefined): Figures['sections'] =>
  shown.map((section) => ({
    id: section.id,
    heading: section.heading.customUIHeading,
    words: sectionPlainText(section.content).match(/\S+/g)?.length ?? 0,
    unsure: unsure && (unsure.get(section.id) ?? 0),
    blanks: blanksOf([section]).length,
  }))

function createFigures({ shown, note }: Pick<NoteSession, 'shown' | 'note'>) {
  const listeners = createListeners()
  let figures: Figures = { facts: null, sections: [], shown: [] }
  let timer: ReturnType<typeof setTimeout> | undefined
  const become = (more: Partial<Figures>) => {
    figures = { ...figures, ...more }
    listeners.tell()
  }
  const read = () => {
    timer = undefined
    const now = shown()
    become({ sections: outlineOf(now, note.current?.unsureOf()), shown: now })
  }
  const changed = () => {
    timer ??= setTimeout(read, settleMs)
  }
  return {
    now: () => figures,
    watch: listeners.subscribe,
    read,
    tell(facts: NoteFacts) {
      const isFirst = figures.facts === null
      // In one of the sections too.
      if (!isFirst && facts.unsure !== figures.facts?.unsure) changed()
      become({ facts })
      if (isFirst) read()
    },
    changed,
    stop: () => clearTimeout(timer),
  }
}

/** The opened note as the parts around it know it; its sections are read at rest, so that no key waits for that. */
export function useDeskNote(session: NoteSession) {
  const [figures] = useState(() => createFigures(session))
  useEffect(() => {
    figures.read()
    return figures.stop
  }, [figures])
  return {
    figures,
    walkUnsure: (by: -1 | 1) => void session.note.current?.walkUnsure(by),
    walkBlanks: (by: -1 | 1) => void session.note.current?.walkBlanks(by),
    askForPhrase: () => void session.note.current?.askForPhrase(),
    putPhrase: (phrase: BookPhrase) => void session.note.current?.putPhrase(phrase),
    /** Puts the headings in the order of a template; `onTurn` is told when that is undone, or done again. */
    follow: ({ sectionHeadings }: Pick<NoteTemplate, 'sectionHeadings'>, onTurn: (undone: boolean) => void) =>
      void session.note.current?.followTemplate(sectionHeadings, onTurn),
    /** Leads to where a heading of a template is filled in; one that the note lacks is added in its place. */
    fillIn: (name: string, headings: NoteTemplate['sectionHeadings']) =>
      void session.note.current?.addHeading(headings, name),
    focus: () => session.note.current?.focus(),
    goTo(sectionId: string) {
      session.note.current?.goToSectionOf(sectionId)
      session.note.current?.focus()
    },
  }
}

export type DeskNote = ReturnType<typeof useDeskNote>

export const useFigures = ({ figures }: DeskNote) => useSyncExternalStore(figures.watch, figures.now)
