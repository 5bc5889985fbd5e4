import { call } from '@dictara/browser/call'
import { type CannedText, phraseCalls } from '@dictara/contract/phrases'
import { phrasePlainText } from '@dictara/dictation/phrase-text'
import { phraseQueries } from '../../platform/query-client.ts'
import { cut } from '../../ui/cut.tsx'
import type { Collection } from '../collections/index.ts'

/** The most characters of a phrase on a card (K2P-59). */
const phraseMost = 100

const idsOf = (ids: readonly string[]) => ({ query: { cannedTextIds: [...ids] } })

/** Key-to-phrases as used by the columns and the import. */
export const phrases: Collection<CannedText> = {
  key: phraseQueries,
  search: 'Keys and Phrases',
  one: 'Phrase',
  activeTitle: 'Active List',
  importTitle: 'Import Key-to-Phrases',
  // Literal, though the phrase is only put aside (Q072).
  putAsideQuestion: 'Are you sure you want to delete?',
  nameOf: ({ key }) => key,
  nameMost: { card: 80, import: 30 },
  textOf: ({ phrase }) => cut(phrasePlainText(phrase).replace(/\s+/g, ' '), phraseMost),
  async list({ type, page, size, search }, signal) {
    const query = { type, page, size, search }
    return (await call(phraseCalls.listPhrases, { query }, { signal, handler: 'page' })).result
  },
  activate: (ids) => call(phraseCalls.activatePhrases, idsOf(ids)),
  putAside: (ids) => call(phraseCalls.deactivatePhrases, idsOf(ids)),
  remove: (ids, keepalive) =>
    call(phraseCalls.deletePhrases, idsOf(ids), keepalive === undefined ? {} : { keepalive, handler: false }),
  copy: (ids, choices) => call(phraseCalls.importPhrases, { query: { cannedTextIds: [...ids], ...choices } }),
}
