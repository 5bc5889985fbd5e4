import { call, type CallFailed } from '@dictara/browser/call'
import { type CannedText, phraseCalls, phraseRefusals } from '@dictara/contract/phrases'
import { useQueryClient } from '@tanstack/react-query'
import type { FormInstance } from 'antd'
import { useState } from 'react'
import { phraseQueries } from '../../platform/query-client.ts'
import { mergeMeanwhile, useSeen } from '../../ui/changed-meanwhile.tsx'
import { cut } from '../../ui/cut.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useRefusal } from '../../ui/use-refusal.ts'
import { useResting } from '../../ui/use-resting.ts'
import { nameMost, sendDeletionOf, showSaved } from '../collections/index.ts'
import { fetchedMapping } from './phrase-queries.ts'
import { asShown } from './template-mapping.ts'
import { bodyOf, phraseFieldNames, type PhraseValues, valuesOf } from './phrase-values.ts'

/**
 * Saves a phrase: a new one reloads the collection, an existing one is changed in its place (K2P-34). Changes by
 * somebody else are brought into the form and shown.
 */
export function usePhraseSave(form: FormInstance<PhraseValues>, name: string, item: CannedText | undefined) {
  const client = useQueryClient()
  const creating = useAction({ refreshes: phraseQueries })
  const changing = useAction()
  const refusal = useRefusal(form, name, phraseRefusals)
  const { seen, present } = useSeen(item, valuesOf)
  const [changes, setChanges] = useState<readonly string[]>()
  const isBusy = creating.isBusy || changing.isBusy
  const resting = useResting(isBusy)
  function onRefused(failure: CallFailed) {
    resting.afterwards(() => {
      const now = present(failure)
      if (now && seen) setChanges(mergeMeanwhile(form, valuesOf(seen), now, phraseFieldNames))
      else refusal.tell(failure)
    })
    // The list had another version of it, or it is gone.
    void client.invalidateQueries({ queryKey: phraseQueries })
  }
  return {
    seen,
    changes,
    isBusy,
    /** @returns the saved phrase; undefined if it was refused */
    async save(values: PhraseValues): Promise<CannedText | undefined> {
      refusal.forget()
      setChanges(undefined)
      const templates = fetchedMapping(client)
      const body = bodyOf(
        templates ? { ...values, templateMapping: asShown(values.templateMapping, templates) } : values,
      )
      const first =
        <T>(send: () => Promise<T>) =>
        () =>
          sendDeletionOf(phraseQueries, body.key).then(send)
      const telling = { onRefused, done: `Phrase “${cut(body.key, nameMost)}” saved` }
      if (!seen)
        return (
          await creating.run(
            first(() => call(phraseCalls.createPhrase, { body })),
            telling,
          )
        )?.result[0]
      const { id, version } = seen
      const send = first(() => call(phraseCalls.updatePhrase, { body: { id, version, ...body } }))
      const saved = (await changing.run(send, telling))?.result[0]
      if (saved) showSaved(client, phraseQueries, saved, seen)
      return saved
    },
  }
}
