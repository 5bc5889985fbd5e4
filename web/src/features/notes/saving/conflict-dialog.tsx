import { Button, Flex, Modal, Typography } from 'antd'
import type { MouseEvent } from 'react'
import type { AutosaveStatus, Keep } from '../../../editor/autosave.ts'
import { useFocusBack } from '../../../ui/use-focus-back.ts'
import { nameOf, TextSide } from '../reading/text-side.tsx'

type Conflict = Extract<AutosaveStatus, { kind: 'conflict' }>['conflicts'][number]

/**
 * Shows both texts side by side when a section was changed here and elsewhere; nothing is overwritten unseen (Q118).
 */
export function ConflictDialog({
  conflicts,
  onKeep,
}: {
  conflicts: readonly Conflict[]
  onKeep: (id: string, keep: Keep) => void
}) {
  useFocusBack()
  const first = conflicts[0]
  if (!first) return null
  const { id, mine, theirs } = first
  // The second click of a double click would answer the next question before anybody has read it.
  const keep = (choice: Keep) => (event: MouseEvent) => event.detail < 2 && onKeep(id, choice)
  return (
    <Modal
      key={id}
      open
      closable={false}
      keyboard={false}
      width="min(70rem, 95vw)"
      title="This section was also changed elsewhere"
      footer={
        <Flex gap="small" justify="end" wrap>
          <Button onClick={keep('mine')}>Keep mine</Button>
          <Button onClick={keep('theirs')}>{theirs ? 'Keep theirs' : 'Leave it removed'}</Button>
          {theirs && (
            <Button type="primary" onClick={keep('both')}>
              Keep both
            </Button>
          )}
        </Flex>
      }
    >
      <Typography.Paragraph>
        Nothing is lost. Compare the two texts and choose which one to keep. Differences are marked.
        {conflicts.length > 1 && ` ${conflicts.length - 1} more to compare after this one.`}
      </Typography.Paragraph>
      <div className="conflict-sides">
        <section aria-label="Your text">
          <h3>Yours · {nameOf(mine)}</h3>
          <TextSide section={mine} other={theirs} />
        </section>
        <section aria-label="The other text">
          <h3>Theirs · {theirs ? nameOf(theirs) : 'removed'}</h3>
          {theirs ? <TextSide section={theirs} other={mine} /> : <p>This section was removed.</p>}
        </section>
      </div>
    </Modal>
  )
}
