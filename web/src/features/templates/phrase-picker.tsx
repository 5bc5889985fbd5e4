import { call } from '@dictara/browser/call'
import { type CannedText, phraseCalls } from '@dictara/contract/phrases'
import { phrasePlainText } from '@dictara/dictation/phrase-text'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { cut } from '../../ui/cut.tsx'
import { Failed } from '../../ui/failed.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useEndless } from '../../ui/use-endless.ts'
import '../../ui/press-list.css'
import './phrase-picker.css'

/** K2P-57. */
const pageSize = 100
const keyMost = 30
const phraseMost = 100

const useActivePhrases = (search: string) =>
  useEndless(['phrases', 'to insert', search], pageSize, async (page, signal) => {
    const query = { type: 'active' as const, size: pageSize, page, search }
    return (await call(phraseCalls.listPhrases, { query }, { signal, handler: 'page' })).result
  })

interface PhrasePickerProps {
  /** No heading is open, so a phrase cannot be inserted. */
  isIdle: boolean
  onPick: (phrase: CannedText) => void
}

/** The keys in use; pressing one inserts its phrase into the default text of the open heading (TMPL-12, TMPL-26). */
export function PhrasePicker({ isIdle, onPick }: PhrasePickerProps) {
  const [search, setSearch] = useState('')
  const phrases = useActivePhrases(search)
  return (
    <section className="phrase-picker" aria-labelledby="phrase-picker-title">
      <h2 id="phrase-picker-title">Key to Phrase</h2>
      <p>
        {isIdle
          ? 'Open a heading first. Then press a key to insert its phrase into that heading’s default text.'
          : 'Press a key to insert its phrase into the open heading’s default text.'}
      </p>
      <SearchBox label="Keys and Phrases" value={search} onSearch={setSearch} />
      <Failed of={phrases} title="Couldn’t load your phrases" />
      {phrases.isPending && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {phrases.isSuccess && phrases.rows.length === 0 && <p>No data available</p>}
      <ul className="press-list" aria-label="Active keys" aria-busy={phrases.isFetching}>
        {phrases.rows.map((phrase) => (
          <li key={phrase.id}>
            <button type="button" disabled={isIdle} onClick={() => onPick(phrase)}>
              <strong>
                <bdi>{cut(phrase.key, keyMost)}</bdi>
              </strong>
              <span dir="auto">{cut(phrasePlainText(phrase.phrase).replaceAll('\n', ' '), phraseMost)}</span>
            </button>
          </li>
        ))}
      </ul>
      {phrases.hasNextPage && (
        <Button loading={phrases.isFetchingNextPage} onClick={phrases.more}>
          More keys
        </Button>
      )}
    </section>
  )
}
