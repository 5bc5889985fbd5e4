import type { FilledIn } from '@dictara/contract/notes'
import { phraseLines } from '@dictara/dictation/phrase-text'
import type { Run } from '@dictara/dictation/note-text'
import { closeHistory } from '@tiptap/pm/history'
import { Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { blanksIn } from '../schema/blank-mark.ts'
import { goToBlank } from '../schema/blanks.ts'
import { askAt } from './asking.ts'
import { filledIn } from './filled-in.ts'
import type { BookPhrase, PhraseBook } from './phrase-book.ts'

/** Converts runs of text to nodes of the document. */
export const textNodes = (schema: Schema, runs: readonly Run[]): Node[] =>
  runs.map(({ text, formats, blank }) => {
    const marks = formats.map((format) => schema.mark(format))
    return schema.text(text, blank ? schema.mark('blank', { ...blank }).addToSet(marks) : marks)
  })

/** An inserted phrase: its paragraphs, and the parts that came from fields. */
export interface PhraseText {
  readonly paragraphs: readonly Node[]
  readonly fields: readonly FilledIn[]
}

/**
 * Converts a phrase to paragraphs: one for each line, with its formats. A field without a value becomes a blank with a
 * question (Q075).
 */
export const phraseText = (
  schema: Schema,
  { phrase, dynamic }: Pick<BookPhrase, 'phrase' | 'dynamic'>,
  fields: PhraseBook['fields'],
  second: number,
): PhraseText => {
  const at = Math.round(second * 100) / 100
  const blankOf = (question?: string) => ({ id: crypto.randomUUID(), second: at, question })
  const lines = phraseLines(phrase, dynamic ? fields : null, blankOf)
  return {
    paragraphs: lines.map((runs) => schema.nodes.paragraph!.create(null, textNodes(schema, runs))),
    fields: filledIn(lines, at),
  }
}

/** The letters of paragraphs that count as inserted. */
export const lettersOf = (paragraphs: readonly Node[]) =>
  paragraphs.reduce((sum, { textContent }) => sum + [...textContent].length, 0)

interface Place {
  readonly from: number
  readonly to: number
}

/**
 * Inserts a phrase in place of the search text, as its own undo step, separate from later typing. The caret goes to the
 * phrase's first blank, or behind the phrase. @returns number of inserted letters
 */
export function insertPhrase(view: EditorView, { from, to }: Place, paragraphs: readonly Node[]): number {
  const { doc, tr } = view.state
  const before = doc.resolve(from).marks()
  // The search is over: the letters of a phrase must not start another.
  askAt(closeHistory(tr), null).replace(from, to, new Slice(Fragment.from([...paragraphs]), 1, 1))
  const end = tr.mapping.map(to, 1)
  const blank = blanksIn(tr.doc).find((one) => one.from >= from && one.to <= end)
  if (blank) goToBlank(tr, blank)
  else {
    tr.setSelection(TextSelection.create(tr.doc, end)).scrollIntoView()
    // Text typed behind a phrase that ends in bold gets the formats of the text before the phrase.
    const formats = before.filter(({ type }) => type.name !== 'blank')
    const last = tr.selection.$head.marks()
    if (last.length !== formats.length || last.some((mark) => !mark.isInSet(formats))) tr.setStoredMarks(formats)
  }
  view.dispatch(tr)
  view.dispatch(closeHistory(view.state.tr))
  return lettersOf(paragraphs)
}
