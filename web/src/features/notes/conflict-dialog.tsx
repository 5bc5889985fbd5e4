import { Button, Flex, Modal, Typography } from 'antd'
import type { Section } from '../../editor/sections.ts'
import type { AutosaveStatus, Keep } from '../../editor/autosave.ts'
import { compareTexts } from './compare-texts.ts'
import { notePlainText } from './note-plain-text.ts'
import { SectionText } from './section-text.tsx'

type Conflict = Extract<AutosaveStatus, { kind: 'conflict' }>['conflicts'][number]

const textOf = ({ heading, content }: Section) =>
  notePlainText([{ heading: { ...heading, customUIHeading: '' }, content } as Section])

/** A section with what the other one lacks marked; as it is formatted where both say the same words. */
function Side({ section, other }: { section: Section; other: Section | null | undefined }) {
  const parts = other ? compareTexts(textOf(other), textOf(section)) : []
  if (parts.every(({ kind }) => kind === 'same')) return <SectionText section={section} />
  return (
    <p className="compared-text">
      {parts.map(({ kind, text }, index) => {
        if (kind === 'taken') return null
        // oxlint-disable-next-line react/no-array-index-key -- the parts of one comparison never move
        return kind === 'same' ? <span key={index}>{text}</span> : <mark key={index}>{text}</mark>
      })}
    </p>
  )
}

/** Both texts side by side when a section was changed here and elsewhere; nothing is overwritten unseen (Q118). */
export function ConflictDialog({
  conflicts,
  onKeep,
}: {
  conflicts: readonly Conflict[]
  onKeep: (id: string, keep: Keep) => void
}) {
  const first = conflicts[0]
  if (!first) return null
  const { id, mine, theirs } = first
  const name = (section: Section) => section.heading.customUIHeading || 'Section without heading'
  return (
    <Modal
      open
      closable={false}
      keyboard={false}
      width="min(70rem, 95vw)"
      title="This section was changed elsewhere too"
      footer={
        <Flex gap="small" justify="end" wrap>
          <Button onClick={() => onKeep(id, 'mine')}>Keep mine</Button>
          <Button onClick={() => onKeep(id, 'theirs')}>{theirs ? 'Keep theirs' : 'Leave it removed'}</Button>
          {theirs && (
            <Button type="primary" onClick={() => onKeep(id, 'both')}>
              Keep both
            </Button>
          )}
        </Flex>
      }
    >
      <Typography.Paragraph>
        Nothing is lost: please compare the texts and say which one the note keeps. What differs is marked.
        {conflicts.length > 1 && ` ${conflicts.length - 1} more to compare after this one.`}
      </Typography.Paragraph>
      <div className="conflict-sides">
        <section aria-label="Your text">
          <h3>Yours · {name(mine)}</h3>
          <Side section={mine} other={theirs} />
        </section>
        <section aria-label="The other text">
          <h3>Theirs · {theirs ? name(theirs) : 'removed'}</h3>
          {theirs ? <Side section={theirs} other={mine} /> : <p>This section was removed.</p>}
        </section>
      </div>
    </Modal>
  )
}
