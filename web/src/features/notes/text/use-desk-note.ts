import { createListeners } from '@dictara/browser/listeners'
import type { NoteTemplate } from '@dictara/contract/note-phrases'
import type { Section } from '@dictara/contract/notes'
import { blanksOf, sectionPlainText } from '@dictara/dictation/note-text'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { BookPhrase } from '../../../editor/phrases/phrase-book.ts'
import type { NoteFacts } from '../../../editor/note-facts.ts'
import type { NoteSession } from './use-note-session.ts'

/** The facts about the note that the panel and the status bar show. */
export interface Figures {
  /** Null until the note is open. */
  facts: NoteFacts | null
  sections: readonly SectionFigures[]
  /** The text of the note at that time. */
  shown: readonly Section[]
}

interface SectionFigures {
  id: string
  heading: string
  words: number
  /** The number of words marked as unsure; undefined until known. */
  unsure: number | undefined
  /** The number of unanswered blanks. */
  blanks: number
}

/** How long after a change the sections are read again, so that no key press waits for it. */
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
      // The same in one of the sections.
      if (!isFirst && facts.unsure !== figures.facts?.unsure) changed()
      become({ facts })
      if (isFirst) read()
    },
    changed,
    stop: () => clearTimeout(timer),
  }
}

/**
 * The open note as the components around it know it. Its sections are read in typing pauses, so that no key press waits
 * for it.
 */
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
    /** Puts the headings in the order of a template. `onTurn` is called when that is undone or redone. */
    follow: ({ sectionHeadings }: Pick<NoteTemplate, 'sectionHeadings'>, onTurn: (undone: boolean) => void) =>
      void session.note.current?.followTemplate(sectionHeadings, onTurn),
    /** Goes to a heading of a template. Adds it in its place if the note lacks it. */
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
