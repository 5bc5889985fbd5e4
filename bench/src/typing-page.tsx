import { createRoot } from 'react-dom/client'
import '@dictara/browser/theme.css'
import { NoteEditor } from '@dictara/web/src/editor/note-editor.tsx'
import { comments, measured, ready, sections, words } from './long-note.ts'

const Ours = () => (
  <NoteEditor
    sections={sections}
    systemHeadings={['PLAN']}
    words={location.hash.includes('nowords') ? [] : words}
    comments={location.hash.includes('nocomments') ? [] : comments}
    editable
    onChange={() => undefined}
  />
)

/** The reference: a bare contenteditable in the same page, with the same lines on the screen. */
const Bare = () => (
  <div className="dictara-note">
    {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the peer has to be the same kind of element as the editor's */}
    <div className="dictara-note-text" contentEditable suppressContentEditableWarning role="textbox" aria-label="Note">
      {sections.flatMap(({ id, heading, content }) => [
        <h2 key={id}>{heading.customUIHeading}</h2>,
        ...content.map(({ value }) => <p key={value}>{value}</p>),
      ])}
    </div>
  </div>
)

createRoot(document.querySelector('#editor') as HTMLElement).render(
  location.hash.startsWith('#ours') ? <Ours /> : <Bare />,
)

Object.assign(window, { typing: { ready, measured } })
