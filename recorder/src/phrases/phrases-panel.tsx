import { useKeys } from '@dictara/browser/use-keys'
import { use, useEffect, useId, useMemo, useRef, useState } from 'react'
import { CrossIcon } from '../ui/icons.tsx'
import { unreachable } from '../ui/use-loaded.ts'
import { phraseFinder, type ShownPhrase, toShown } from './find-phrases.ts'
import { PhrasesContext } from './phrases-context.tsx'

interface PhrasesPanelProps {
  templateId: string | undefined
  onClose(): void
}

const shownAtOnce = 50

/** A panel beside the dictation. It does not block the page, which stays usable. */
export function PhrasesPanel({ templateId, onClose }: PhrasesPanelProps) {
  const listed = use(PhrasesContext)
  const { value } = listed
  const [search, setSearch] = useState('')
  const [most, setMost] = useState(shownAtOnce)
  const finder = useMemo(() => phraseFinder(value ?? []), [value])
  // So that the first key does not wait for thousands of texts.
  useEffect(() => {
    const readOn = () => finder.readSome() && (reading = setTimeout(readOn))
    let reading = setTimeout(readOn)
    return () => clearTimeout(reading)
  }, [finder])
  const found = useMemo(() => finder.find(search), [finder, search])
  const shown = useMemo(() => found.slice(0, most).map(toShown(templateId)), [found, most, templateId])
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => field.current?.focus(), [])
  // A list that is open over it closes first.
  useKeys(({ key }) => (key === 'Escape' ? onClose : undefined))
  return (
    <dialog open className="phrases" aria-label="Phrases">
      <div className="phrases-top">
        <h2>Phrases</h2>
        <button type="button" className="button button-quiet button-icon" aria-label="Close phrases" onClick={onClose}>
          <CrossIcon />
        </button>
      </div>
      <div className="field">
        <label htmlFor={id}>Search keys and phrases</label>
        <input
          id={id}
          ref={field}
          type="search"
          autoComplete="off"
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            setMost(shownAtOnce)
          }}
        />
        <output className="hint">{countWords(listed, found.length, search)}</output>
        {value?.length ? <p className="hint">Say “insert” and a key.</p> : null}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard */}
      <section className="phrases-found" aria-label="Phrases found" tabIndex={0}>
        <ul className="phrases-list">
          {shown.map((phrase) => (
            <Phrase key={phrase.id} phrase={phrase} />
          ))}
        </ul>
        {found.length > most ? (
          <button type="button" className="button" onClick={() => setMost(most + shownAtOnce)}>
            Show more
          </button>
        ) : null}
      </section>
    </dialog>
  )
}

function countWords(listed: React.ContextType<typeof PhrasesContext>, found: number, search: string): string {
  if (listed.state === 'loading') return 'Loading…'
  if (listed.state === 'failed')
    return listed.message === unreachable
      ? 'The server cannot be reached. Your phrases will load when it can.'
      : listed.message
  if (listed.value.length === 0) return 'You have no active phrases. Add them in Settings > Key to Phrase.'
  if (found === 0) return 'No matching phrases.'
  const count = `${found} ${found === 1 ? 'phrase' : 'phrases'}${search.trim() ? ' found' : ''}`
  return listed.isRemembered ? `${count}, as last loaded on this computer` : count
}

const longFrom = 400

function Phrase({ phrase: { key, text, only } }: { phrase: ShownPhrase }) {
  const [isWhole, setWhole] = useState(false)
  const isLong = text.length > longFrom
  return (
    <li className="phrase">
      <p className="phrase-key">
        <strong>{key}</strong>
      </p>
      <p className="phrase-text">{isLong && !isWhole ? `${text.slice(0, longFrom)}…` : text}</p>
      {isLong ? (
        <button
          type="button"
          className="button button-quiet"
          aria-expanded={isWhole}
          aria-label={`All of ${key}`}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show all'}
        </button>
      ) : null}
      {only ? <p className="phrase-only">{only}</p> : null}
    </li>
  )
}
