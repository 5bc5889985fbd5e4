import { Button, Flex } from 'antd'
import type { ReactNode } from 'react'
import { requiredHeadingsMessage } from '../phrases/required-headings-message.ts'

/** Unfinished parts of a note that is about to be sent. */
export interface Unfinished {
  /** Required headings without text, and whether the note contains them. */
  required: readonly { name: string; isInNote: boolean }[]
  /** The warning about unanswered blanks. */
  blanks: string | undefined
}

/**
 * The warning about unfinished parts. Each required heading is a link to it, and is added in its place if the note
 * lacks it.
 */
export function unfinishedMessage({ required, blanks }: Unfinished, onFillIn?: (name: string) => void): ReactNode {
  const told = [requiredHeadingsMessage(required.map(({ name }) => name)), blanks].filter(Boolean).join(' ')
  if (required.length === 0 || !onFillIn) return told
  return (
    <>
      <p className="unfinished-told">{told}</p>
      <Flex wrap gap="small" className="unfinished-headings">
        {required.map(({ name, isInNote }) => (
          <Button key={name} size="small" onClick={() => onFillIn(name)}>
            {isInNote ? `Go to ${name}` : `Add ${name}`}
          </Button>
        ))}
      </Flex>
    </>
  )
}
