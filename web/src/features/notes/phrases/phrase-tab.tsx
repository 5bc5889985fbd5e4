/* oxlint-disable jsx-a11y/prefer-tag-over-role -- ARIA’s combobox: the box keeps the focus and hears the keys */
import { Input } from 'antd'
import { useId, useMemo, useState } from 'react'
import { phrasesStatus } from '../../../editor/phrases/phrase-list.tsx'
import { usePhraseChoice } from '../../../editor/phrases/phrase-choice.ts'
import { PhraseRows, rowId } from '../../../editor/phrases/phrase-rows.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { type DeskNote, useFigures } from '../text/use-desk-note.ts'
import type { AuthorsWords } from './use-authors-words.ts'
import './phrase-tab.css'

const rowsSeen = 9

/**
 * The phrases of the note's author beside the note: searched by key and text, inserted at the caret by Enter or a
 * click.
 */
export function PhraseTab({ note, words: { book, phrases: query } }: { note: DeskNote; words: AuthorsWords }) {
  const id = useId()
  const [asked, setAsked] = useState('')
  const { sections, facts } = useFigures(note)
  const heading = sections[(facts?.section ?? 1) - 1]?.heading ?? ''
  const { phrases, elsewhere } = useMemo(
    () => book?.find(asked, heading) ?? { phrases: [], elsewhere: 0 },
    [book, asked, heading],
  )
  const choice = usePhraseChoice(phrases, `${heading}\n${asked}`, rowsSeen)
  const { active, top, scrolled, chosen } = choice
  if (query.isError) return <Failed of={query} title="Couldn’t load the phrases." />
  return (
    <div className="phrase-tab">
      <Input
        role="combobox"
        aria-label="Search phrases"
        placeholder="Search phrases"
        aria-expanded={phrases.length > 0}
        aria-controls={phrases.length > 0 ? id : undefined}
        aria-activedescendant={chosen && rowId(id, chosen)}
        aria-autocomplete="list"
        value={asked}
        onChange={({ target }) => setAsked(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && chosen) note.putPhrase(chosen)
          else if (!choice.move(event.key)) return
          event.preventDefault()
        }}
      />
      {phrases.length > 0 && (
        <PhraseRows {...{ id, phrases, active, top, rowsSeen }} onChoose={note.putPhrase} onScrolled={scrolled} />
      )}
      {chosen && <p className="dictara-phrase-preview">{chosen.preview}</p>}
      <output className="dictara-phrases-told">{phrasesStatus(book ?? null, phrases.length, elsewhere)}</output>
    </div>
  )
}
