import { headingText } from '@dictara/dictation/note-text'
import { useDeferredValue } from 'react'
import { InlineText } from '../../editor/inline-text.tsx'
import './note-preview.css'
import type { DraftHeading } from './template-values.ts'

/** A note of this template as the editor shows it before a word is dictated: headings in order, default texts, what is required. */
export function NotePreview({ headings }: { headings: readonly DraftHeading[] }) {
  const shown = useDeferredValue(headings)
  return (
    <section className="note-preview" aria-labelledby="note-preview-title">
      <h2 id="note-preview-title">Preview of the note</h2>
      <div className="note-preview-page">
        {shown.length === 0 && <p className="note-preview-nothing">No heading yet.</p>}
        {shown.map(({ key, customUIHeading, defaultValue, required }) => (
          <div key={key}>
            <h3>
              <bdi>{headingText(customUIHeading) || '—'}</bdi>
              {required && <span className="heading-mark">Required</span>}
            </h3>
            {defaultValue ? (
              defaultValue.split('\n').map((line, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- lines of one text
                <p key={index}>
                  <InlineText value={line} />
                </p>
              ))
            ) : (
              <p className="note-preview-nothing">{required ? 'To be dictated' : 'Empty until it is dictated'}</p>
            )}
          </div>
        ))}
      </div>
    </section>
  )
}
