import { call } from '@dictara/browser/call'
import { nameOfItem } from '@dictara/contract/collection'
import type { Job } from '@dictara/contract/jobs'
import { type NoteTemplate, notePhraseCalls } from '@dictara/contract/note-phrases'
import { Button, Drawer, Skeleton, Typography } from 'antd'
import { useRef, useState } from 'react'
import { jobQueries } from '../../../platform/query-client.ts'
import { Failed } from '../../../ui/failed.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { useFocusBack } from '../../../ui/use-focus-back.ts'
import { useNoteTemplates } from '../reading/phrase-queries.ts'

interface ChangeTemplateProps {
  job: Job
  /**
   * The note follows another template now, so its headings are put in order. On undo it follows the earlier one again;
   * null for none.
   */
  onChanged: (template: NoteTemplate, before: string | null) => void
  onClose: () => void
}

const headingsOf = ({ sectionHeadings }: NoteTemplate) =>
  sectionHeadings
    .map(({ customUIHeading, required }) => (required ? `${customUIHeading}\u00a0*` : customUIHeading))
    .join(', ')

/** Makes an open note follow another template of its author; no text is lost. */
export function ChangeTemplate({ job, onChanged, onClose }: ChangeTemplateProps) {
  const [asked, setAsked] = useState('')
  const act = useAction({ refreshes: jobQueries })
  // Undo is pressed in the note, so the focus returns there.
  const [before] = useState(() => document.activeElement as HTMLElement | null)
  const back = useRef(before)
  useFocusBack(back)
  const templates = useNoteTemplates(job.jobId)
  const follows = job.templates[0]
  const found = templates.data?.filter(({ templateName }) => nameOfItem(templateName).includes(nameOfItem(asked)))
  async function follow(template: NoteTemplate) {
    const input = { params: { id: job.jobId }, body: { templateId: template.id } }
    const changed = await act.run(() => call(notePhraseCalls.changeNoteTemplate, input))
    if (!changed) return
    back.current = document.querySelector<HTMLElement>('.note-column [role=textbox]')
    onClose()
    onChanged(changed.result[0]!, follows?.id ?? null)
  }
  return (
    <Drawer open title="Change template" size={400} onClose={onClose}>
      <Typography.Paragraph>
        {follows ? (
          <>
            This note follows <strong>{follows.templateName}</strong>.{' '}
          </>
        ) : (
          'This note has no template. '
        )}
        No text is lost: headings are reordered, missing ones are added, and anything without a heading comes last. Undo
        reverses both. Headings with a * are required.
      </Typography.Paragraph>
      <SearchBox label="Search templates" value={asked} onSearch={setAsked} />
      {templates.isPending && <Skeleton active aria-label="Loading templates" />}
      <Failed of={templates} title="Couldn’t load the templates." />
      {found && (
        <ul className="patient-choice">
          {found.length === 0 && <li>No template matches.</li>}
          {found.map((template) => (
            <li key={template.id}>
              <Button block disabled={template.id === follows?.id || act.isBusy} onClick={() => void follow(template)}>
                <strong>{template.templateName}</strong>
                <span className="template-headings">{headingsOf(template)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  )
}
