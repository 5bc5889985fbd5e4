import { headingText } from '@dictara/dictation/note-text'
import { useDeferredValue } from 'react'
import { InlineText } from '../../editor/inline-text.tsx'
import './note-preview.css'
import type { DraftHeading } from './template-values.ts'

type Shown = Pick<DraftHeading, 'customUIHeading' | 'defaultValue' | 'required'>

/**
 * A note of a template as the editor shows it before dictation: headings in order, default texts, and what is required.
 */
export function NoteOf({ headings, level: Heading }: { headings: readonly Shown[]; level: 'h3' | 'h4' }) {
  return (
    <div className="note-preview">
      {headings.length === 0 && <p className="note-preview-nothing">No heading yet.</p>}
      {headings.map(({ customUIHeading, defaultValue, required }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two may be called the same while they are written
        <div key={at}>
          <Heading className="note-preview-heading">
            <bdi>{headingText(customUIHeading) || '—'}</bdi>
            {required && <span className="heading-mark">Required</span>}
          </Heading>
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
  )
}

/** The note beside its form; it is updated with a delay, so that it does not slow down typing. */
export const NotePreview = ({ headings }: { headings: readonly DraftHeading[] }) => (
  <section className="note-preview-page" aria-labelledby="note-preview-title">
    <h2 id="note-preview-title">Preview of the note</h2>
    {/* Makes it scrollable by keyboard. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by itself */}
    <section className="note-preview-paper" tabIndex={0} aria-label="The note">
      <NoteOf headings={useDeferredValue(headings)} level="h3" />
    </section>
  </section>
)
