import type { Section } from '@dictara/contract/notes'
import type { Job } from '@dictara/contract/jobs'
import { ReadNote } from './section-text.tsx'
import '../../../ui/on-paper.css'
import './printable-note.css'

interface PrintableNoteProps {
  job: Job
  /** Key and value, in the order of the header. */
  facts: readonly (readonly [key: string, value: string])[]
  sections: readonly Section[]
}

/** The note for print, where only it is visible (margins and page numbers by `@page`). */
export function PrintableNote({ job, facts, sections }: PrintableNoteProps) {
  return (
    <article className="on-paper printable-note" aria-hidden="true">
      <h1>
        {job.workType ?? 'Note'} · Job {job.jobNumber}
      </h1>
      <dl>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </dl>
      <ReadNote sections={sections} />
    </article>
  )
}
