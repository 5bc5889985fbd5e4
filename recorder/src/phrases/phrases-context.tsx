import { createContext, type ReactNode, use } from 'react'
import { type PhraseOption, RememberedListsContext } from '../details/remembered-lists.ts'
import { type Listed, useListed } from '../details/use-listed.ts'
import { listPhrases } from '../server-calls.ts'

export const PhrasesContext = createContext<Listed<PhraseOption[]>>({ state: 'loading' })

/** Loaded once per page, before anybody asks for them, so that they also exist without network. */
export function WithPhrases({ children }: { children: ReactNode }) {
  const lists = use(RememberedListsContext)
  const phrases = useListed(
    listPhraseOptions,
    () => lists.known.phrases,
    (value) => lists.remember({ phrases: value }),
  )
  return <PhrasesContext value={phrases}>{children}</PhrasesContext>
}

async function listPhraseOptions(signal: AbortSignal): Promise<PhraseOption[]> {
  return (await listPhrases(signal)).map(({ id, key, phrase, dynamic, restrictedToTemplates, templateMapping }) => ({
    id,
    key,
    phrase,
    dynamic,
    restrictedToTemplates,
    templateMapping,
  }))
}
