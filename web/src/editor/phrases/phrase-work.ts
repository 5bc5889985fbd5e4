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
  /** A list of phrases is asked for at the caret, or not any more. */
  onAsking(asking: Asking | null): void
  /** A key while the list is open; true: the list has used it up. */
  onListKey(event: KeyboardEvent): boolean
  /** Something was put in, or taken out again. */
  onInsertion(insertion: Insertion): void
}

interface PhraseParts extends PhraseListeners {
  /** Null: they are not there yet; nothing: none are offered. */
  book: () => PhraseBook | null | undefined
  /** Where the sound is, for the blanks of a phrase. */
  secondAt: (state: EditorState) => number
  onRefused(why: string): void
}

interface HeadingOfTemplate {
  readonly customUIHeading: string
  readonly defaultValue: string
}

const notBelowHeading = 'A phrase belongs in the text below a heading.'

/** Phrases at work in a note: the list at the caret, a key and Tab, and what was put in. */
export const phraseWork = ({ book, secondAt, onAsking, onListKey, onInsertion, onRefused }: PhraseParts) => {
  const insertions = followInsertions(onInsertion)

  const insert = (view: EditorView, place: { from: number; to: number }, phrase: BookPhrase) => {
    const { paragraphs, fields } = phraseText(view.state.schema, phrase, book()?.fields ?? {}, secondAt(view.state))
    const letters = insertPhrase(view, place, paragraphs)
    insertions.add({ phraseId: phrase.id, letters, fields }, view.state)
  }

  const keys = expandKeys(book, insert)

  /** Runs what puts headings of a template into the note: their default texts count as put in. */
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

  /** Opens the list at the caret, or says why not. */
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
      /** To be told when the phrases have come. */
      phrasesCame: () => keys.phrasesCame(view),
      /** Opens the list of phrases at the caret, from wherever the person is on the page. */
      askForPhrase: () => {
        if (isOffered(view)) view.focus()
        return ask(view)
      },
      /** Closes the list; what was typed stays. */
      closePhrases: () => {
        if (askingOf(view.state)) view.dispatch(askAt(view.state.tr, null))
      },
      /** Puts a phrase in the place of what asked for it, or of the selection; false in a heading and in a note that is only read. */
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
       * Has the note follow a template, as one step that undo takes back: its headings in order, missing ones with their default text,
       * every other section behind. No word goes.
       * @param onTurn told when the step is undone, or done again
       */
      followTemplate: (headings: readonly HeadingOfTemplate[], onTurn: (undone: boolean) => void): boolean => {
        const isDone = withDefaultTexts(view, headings, (toFollow) => followTemplate(toFollow))
        if (isDone) insertions.watch(view.state, onTurn)
        return isDone
      },
      /**
       * Adds a heading of the template that the note lacks, in its place with its default text, as one step that undo takes back; the caret
       * goes there.
       */
      addHeading: (headings: readonly HeadingOfTemplate[], name: string): boolean => {
        view.focus()
        return withDefaultTexts(view, headings, (toFollow) => addHeading(toFollow, name))
      },
    }),
  }
}
