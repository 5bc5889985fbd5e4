import { momentIn } from '@dictara/browser/moments'
import type { Section } from '@dictara/contract/notes'
import { notePlainText } from '@dictara/dictation/note-text'
import { Alert, Button, Flex } from 'antd'
import { useState } from 'react'
import { useQuestion } from '../../../ui/use-question.ts'
import type { UnsavedText } from './unsaved-texts.ts'
import { nameOf, TextSide } from '../reading/text-side.tsx'
import { useCopy } from '../reading/use-copy.ts'
import type { KeptTextsHere } from './use-kept-texts.ts'

interface Parts {
  kept: KeptTextsHere
  /** The note as opened; empty if it can no longer be read. */
  sections: readonly Section[]
  /** The note as currently on the screen. */
  present?: () => readonly Section[]
  timeZone: string
  /** Inserts the text into the note, replacing the text there or behind it. Absent if the note cannot be changed. */
  onTake?: (text: UnsavedText, isBoth: boolean) => void
  /** Why the text is not in the note, if the page has just removed it from the screen. */
  reason?: string | undefined
}

/** Sections of a kept text beside the note's current text. */
const Compared = ({ text, present }: { text: UnsavedText; present: readonly Section[] }) =>
  text.missing.map((section) => {
    const shown = present.find(({ id }) => id === section.id)
    return (
      <div key={section.id} className={shown ? 'conflict-sides' : undefined}>
        {shown && (
          <section aria-label="In the note">
            <h3>In the note · {nameOf(shown)}</h3>
            <TextSide section={shown} other={section} />
          </section>
        )}
        <section aria-label="Kept in this browser">
          <h3>Kept in this browser · {nameOf(section)}</h3>
          <TextSide section={section} other={shown} />
        </section>
      </div>
    )
  })

function KeptText({ text, kept, sections, present, timeZone, onTake }: Omit<Parts, 'reason'> & { text: UnsavedText }) {
  const ask = useQuestion()
  const copy = useCopy()
  const [shown, setShown] = useState<readonly Section[] | null>(sections)
  // Until it leaves this list, since inserting it again would double it.
  const [isTaken, setTaken] = useState(false)
  const take = (isBoth: boolean) => {
    setTaken(true)
    onTake?.(text, isBoth)
  }
  const typedAt = momentIn(text.changedAt, timeZone)
  const discard = () =>
    ask({
      title: 'Discard this text?',
      content: 'It was never saved, and you can’t get it back.',
      okText: 'Discard',
      isDanger: true,
      onOk: () => kept.discard(text),
    })
  return (
    <section className="kept-text" aria-label={`Text typed ${typedAt}`}>
      <Flex gap={4} wrap align="center">
        <strong>Typed {typedAt}</strong>
        <Button
          size="small"
          aria-expanded={shown !== null}
          onClick={() => setShown(shown ? null : (present?.() ?? sections))}
        >
          {shown ? 'Hide it' : 'Show it'}
        </Button>
        {onTake && (
          <>
            <Button size="small" disabled={isTaken} onClick={() => take(true)}>
              Keep both
            </Button>
            <Button size="small" disabled={isTaken} onClick={() => take(false)}>
              Add to note
            </Button>
          </>
        )}
        <Button size="small" onClick={() => void copy(notePlainText(text.missing), 'Text copied.')}>
          Copy it
        </Button>
        <Button size="small" danger onClick={discard}>
          Discard it
        </Button>
      </Flex>
      {shown && <Compared text={text} present={shown} />}
    </section>
  )
}

/** Own texts that the note lacks: each with its time, beside the note's text, until a person decides (Q118, Q188). */
export function KeptTexts({ reason, ...parts }: Parts) {
  const { texts } = parts.kept
  if (texts.length === 0) return null
  const many = `${texts.length} texts of yours that are not in this note.`
  return (
    <Alert
      type="warning"
      className="not-on-paper"
      title={`${reason ? `${reason} ` : ''}This browser keeps ${texts.length === 1 ? 'unsaved text of yours.' : many}`}
      description={texts.map((text) => <KeptText key={text.id} text={text} {...parts} />)}
    />
  )
}
