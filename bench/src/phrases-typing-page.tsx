import type { WorkPhrase } from '@dictara/contract/note-phrases'
import { createRoot } from 'react-dom/client'
import '@dictara/browser/theme.css'
import { NoteEditor } from '@dictara/web/src/editor/note-editor.tsx'
import { createPhraseBook } from '@dictara/web/src/editor/phrases/phrase-book.ts'
import { comments, measured, ready, sections, words } from './long-note.ts'

const sentence =
  'Lungs are <b>clear</b> to auscultation, no wheeze, no rales, good air entry on both sides of {{Facility}}.'
const phrases: WorkPhrase[] = Array.from({ length: 2000 }, (_, at) => ({
  id: `phrase-${at}`,
  key: at === 0 ? 'zq' : `key ${at} ${['chest', 'abdomen', 'follow', 'plan'][at % 4]}`,
  phrase: Array.from({ length: 1 + (at % 4) }, (_each, line) => `${line + 1}. ${sentence} ${at}`).join('\n'),
  dynamic: at % 2 === 0,
  headings: at % 10 === 9 ? ['PLAN'] : null,
}))
const before = performance.now()
const book = createPhraseBook(phrases, { Facility: 'Harbor Street Main' })
const preparedMs = performance.now() - before

createRoot(document.querySelector('#editor') as HTMLElement).render(
  <NoteEditor
    sections={sections}
    systemHeadings={['PLAN']}
    words={words}
    comments={comments}
    editable
    phrases={book}
  />,
)

const isIn = (text: string) => document.querySelector('#editor')!.textContent.includes(text)

Object.assign(window, { typing: { isIn, ready, measured, preparedMs } })
