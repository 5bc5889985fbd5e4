import type { CannedText } from '@dictara/contract/phrases'
import { readText, type Run, type TextFormat } from '@dictara/dictation/note-text'
import type { ReactNode } from 'react'

const tags: Record<TextFormat, 'b' | 'i' | 'u' | 's'> = { bold: 'b', italic: 'i', underline: 'u', strike: 's' }

const formatted = ({ text, formats }: Run) =>
  formats.reduceRight<ReactNode>((inner, format) => {
    const Tag = tags[format]
    return <Tag>{inner}</Tag>
  }, text)

/** A key and its phrase as it will look in a note (K2P-19). */
export const PhrasePreview = ({ phrase: { key, phrase } }: { phrase: CannedText }) => (
  <>
    <h3 className="phrase-key">{key}</h3>
    <div className="phrase-lines">
      {phrase.split('\n').map((line, place) => (
        <p key={place}>
          {readText(line).map((run, at) => (
            <span key={at}>{formatted(run)}</span>
          ))}
        </p>
      ))}
    </div>
  </>
)
