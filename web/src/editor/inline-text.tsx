import { readText, type TextFormat } from '@dictara/dictation/note-text'
import type { ReactNode } from 'react'

const elementOf: Record<TextFormat, (inner: ReactNode) => ReactNode> = {
  bold: (inner) => <strong>{inner}</strong>,
  italic: (inner) => <em>{inner}</em>,
  underline: (inner) => <u>{inner}</u>,
  strike: (inner) => <s>{inner}</s>,
}

/** Shows the text of a value with its four formats; HTML in it is not interpreted. */
export function InlineText({ value }: { value: string }) {
  return readText(value).map(({ text, formats, blank }, index) => {
    const shown = blank ? <span title={blank.question}>{text}</span> : text
    const formatted = formats.reduceRight<ReactNode>((inner, format) => elementOf[format](inner), shown)
    // oxlint-disable-next-line react/no-array-index-key -- runs of one value never move
    return <span key={index}>{formatted}</span>
  })
}
