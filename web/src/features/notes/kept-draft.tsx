import { Alert, Button, Flex } from 'antd'
import { useState } from 'react'
import type { NoteDraft } from '../../editor/autosave.ts'
import { notePlainText } from './note-plain-text.ts'
import type { NoteDrafts } from './note-drafts.ts'

/** Text of ours that the server did not take before the job went to somebody else: nothing of it is lost (Q118, Q188). */
export function KeptDraft({ draft, drafts }: { draft: NoteDraft | null; drafts: NoteDrafts | null }) {
  const [isShown, setShown] = useState(false)
  const [isGone, setGone] = useState(false)
  if (!draft || !drafts || isGone || draft.sections.length === 0) return null
  const text = notePlainText(draft.sections)
  return (
    <Alert
      type="warning"
      className="not-on-paper"
      title="This browser keeps text of yours that was not saved."
      description={isShown && <pre className="kept-draft">{text}</pre>}
      action={
        <Flex gap={4} wrap>
          <Button size="small" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide it' : 'Show it'}
          </Button>
          <Button size="small" onClick={() => void navigator.clipboard.writeText(text)}>
            Copy it
          </Button>
          <Button size="small" danger onClick={() => void drafts.write(null).then(() => setGone(true))}>
            Discard it
          </Button>
        </Flex>
      }
    />
  )
}
