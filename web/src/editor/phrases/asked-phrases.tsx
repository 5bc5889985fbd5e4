import { type Ref, useState, useSyncExternalStore } from 'react'
import type { NoteSession } from '../note-session.ts'
import type { Asks } from './asks.ts'
import type { PhraseBook } from './phrase-book.ts'
import { PhraseList, type PhraseListHandle } from './phrase-list.tsx'

interface AskedPhrasesProps {
  asks: Asks
  session: NoteSession
  /** Null: they are not there yet. */
  book: PhraseBook | null
  ref: Ref<PhraseListHandle>
}

/** The list of phrases while it is asked for, and what a screen reader is told of it: an element that comes with its words is not read. */
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
