import { type Ref, useState, useSyncExternalStore } from 'react'
import type { NoteSession } from '../note-session.ts'
import type { Asks } from './asks.ts'
import type { PhraseBook } from './phrase-book.ts'
import { PhraseList, type PhraseListHandle } from './phrase-list.tsx'

interface AskedPhrasesProps {
  asks: Asks
  session: NoteSession
  /** Null: still loading. */
  book: PhraseBook | null
  ref: Ref<PhraseListHandle>
}

/**
 * Shows the list of phrases while it is open, with its text for screen readers. A live region must exist before its
 * text, or it is not read.
 */
export function AskedPhrases({ asks, session, book, ref }: AskedPhrasesProps) {
  const asking = useSyncExternalStore(asks.subscribe, asks.now)
  const [told, tell] = useState('')
  return (
    <>
      {asking && (
        <PhraseList
          {...{ ref, asking, book }}
          text={session.text}
          placeNow={() => session.onScreen(asking.from)}
          onChoose={session.putPhrase}
          onClose={session.closePhrases}
          onTold={tell}
        />
      )}
      <output className="visually-hidden">{told}</output>
    </>
  )
}
