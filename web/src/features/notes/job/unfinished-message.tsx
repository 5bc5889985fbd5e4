import { Button, Flex } from 'antd'
import type { ReactNode } from 'react'
import { requiredHeadingsMessage } from '../phrases/required-headings-message.ts'

/** What is not finished of a note that is about to be handed on. */
export interface Unfinished {
  /** Required headings under which nothing stands, and whether the note has them at all. */
  required: readonly { name: string; isInNote: boolean }[]
  /** What is said of unanswered blanks. */
  blanks: string | undefined
}

/** What is not finished, in words; each required heading is led to from there, and added in its place where the note lacks it. */
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
