import type { FilledIn } from '@dictara/contract/notes'
import { closeHistory } from '@tiptap/pm/history'
import type { Command, EditorState, Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { readCaret, runCommand } from '../schema/caret-first.ts'
import { addHeading } from '../schema/add-heading.ts'
import { followTemplate, type HeadingToFollow } from '../schema/follow-template.ts'
import { type Asking, askAt, askHere, askingPlugin, askingOf } from './asking.ts'
import { expandKeys } from './expand-keys.ts'
import { insertPhrase, lettersOf, phraseText } from './insert-phrase.ts'
import { followInsertions, type Insertion } from './insertions.ts'
import type { BookPhrase, PhraseBook } from './phrase-book.ts'

export interface PhraseListeners {
  /** The list of phrases was opened at the caret, or closed. */
  onAsking(asking: Asking | null): void
  /** A key was pressed while the list is open; true: the list used it. */
  onListKey(event: KeyboardEvent): boolean
  /** Something was inserted, or removed again. */
  onInsertion(insertion: Insertion): void
}

interface PhraseParts extends PhraseListeners {
  /** Null: still loading; undefined: none are offered. */
  book: () => PhraseBook | null | undefined
  /** The second of the sound, for the blanks of a phrase. */
  secondAt: (state: EditorState) => number
  onRefused(why: string): void
}

interface HeadingOfTemplate {
  readonly customUIHeading: string
  readonly defaultValue: string
}

const notBelowHeading = 'A phrase belongs in the text below a heading.'

/** The handling of phrases in a note: the list at the caret, keys with Tab, and the insertions. */
export const phraseWork = ({ book, secondAt, onAsking, onListKey, onInsertion, onRefused }: PhraseParts) => {
  const insertions = followInsertions(onInsertion)

  const insert = (view: EditorView, place: { from: number; to: number }, phrase: BookPhrase) => {
    const { paragraphs, fields } = phraseText(view.state.schema, phrase, book()?.fields ?? {}, secondAt(view.state))
    const letters = insertPhrase(view, place, paragraphs)
    insertions.add({ phraseId: phrase.id, letters, fields }, view.state)
  }

  const keys = expandKeys(book, insert)

  /** Runs a command that inserts headings of a template; their default texts count as insertions. */
  const withDefaultTexts = (
    view: EditorView,
    headings: readonly HeadingOfTemplate[],
    commandOf: (toFollow: readonly HeadingToFollow[]) => Command,
  ): boolean => {
    if (!view.editable) return false
    let letters = 0
    const filled: FilledIn[] = []
    const fields = book()?.fields ?? {}
    const second = secondAt(view.state)
    const toFollow = headings.map(({ customUIHeading: name, defaultValue }) => ({
      name,
      paragraphs: () => {
        const text = phraseText(view.state.schema, { phrase: defaultValue, dynamic: true }, fields, second)
        letters += lettersOf(text.paragraphs)
        filled.push(...text.fields)
        return [...text.paragraphs]
      },
    }))
    const isDone = runCommand(view, commandOf(toFollow))
    if (letters > 0) insertions.add({ phraseId: null, letters, fields: filled }, view.state)
    view.dispatch(closeHistory(view.state.tr))
    return isDone
  }

  const mayAsk = () => {
    const now = book()
    return now === null || (now !== undefined && now.size > 0)
  }

  const isOffered = (view: EditorView) => view.editable && book() !== undefined

  /** Opens the list at the caret, or reports why not. */
  const ask = (view: EditorView): boolean => {
    if (!isOffered(view)) return false
    const isDone = runCommand(view, askHere)
    if (!isDone) onRefused(notBelowHeading)
    return isDone
  }

  return {
    plugin: askingPlugin({ mayAsk, onAsking, onListKey, onTab: keys.onTab }),
    follow: (tr: Transaction, before: EditorState, after: EditorState) => insertions.follow(tr, before, after),
    ask,
    handle: (view: EditorView) => ({
      /** Call when the phrases are loaded. */
      phrasesCame: () => keys.phrasesCame(view),
      /** Opens the list of phrases at the caret, wherever the focus is on the page. */
      askForPhrase: () => {
        if (isOffered(view)) view.focus()
        return ask(view)
      },
      /** Closes the list; the typed text stays. */
      closePhrases: () => {
        if (askingOf(view.state)) view.dispatch(askAt(view.state.tr, null))
      },
      /** Replaces the search text or the selection by a phrase; false in a heading and in a read-only note. */
      putPhrase: (phrase: BookPhrase): boolean => {
        const asking = askingOf(view.state)
        view.focus()
        const { $from, $to, from, to } = readCaret(view).selection
        const isInText = $from.parent.type.name !== 'heading' && $to.parent.type.name !== 'heading'
        if (!view.editable) return false
        if (!isInText) onRefused(notBelowHeading)
        else insert(view, asking ?? { from, to }, phrase)
        return isInText
      },
      /**
       * Makes the note follow a template, as one undo step: its headings in order, missing ones with their default
       * text, all other sections after them. No text is removed.
       * @param onTurn called when the step is undone or redone
       */
      followTemplate: (headings: readonly HeadingOfTemplate[], onTurn: (undone: boolean) => void): boolean => {
        const isDone = withDefaultTexts(view, headings, (toFollow) => followTemplate(toFollow))
        if (isDone) insertions.watch(view.state, onTurn)
        return isDone
      },
      /**
       * Adds a heading of the template that the note lacks, in its place with its default text, as one undo step. The
       * caret goes there.
       */
      addHeading: (headings: readonly HeadingOfTemplate[], name: string): boolean => {
        view.focus()
        return withDefaultTexts(view, headings, (toFollow) => addHeading(toFollow, name))
      },
    }),
  }
}
