import { call, type CallFailed } from '@dictara/browser/call'
import { type CannedText, phraseCalls, phraseRefusals } from '@dictara/contract/phrases'
import { useQueryClient } from '@tanstack/react-query'
import type { FormInstance } from 'antd'
import { useState } from 'react'
import { mergeMeanwhile, useSeen } from '../../ui/changed-meanwhile.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useRefusal } from '../../ui/use-refusal.ts'
import { useResting } from '../../ui/use-resting.ts'
import { sendDeletionOf, showSaved } from '../collections/index.ts'
import { phraseLabels } from './phrase-fields.tsx'
import { fetchedMapping, phrasesKey } from './phrase-queries.ts'
import { asShown } from './template-mapping.ts'
import { bodyOf, phraseFieldNames, type PhraseValues, valuesOf } from './phrase-values.ts'

const fields = phraseFieldNames(phraseLabels)

/**
 * Saves a phrase: a new one has the collection fetched anew, one that stood before is changed in its place (K2P-34). What somebody else
 * has changed meanwhile is brought into the form, and told.
 */
export function usePhraseSave(form: FormInstance<PhraseValues>, name: string, item: CannedText | undefined) {
  const client = useQueryClient()
  const creating = useAction({ refreshes: phrasesKey })
  const changing = useAction()
  const refusal = useRefusal(form, name, phraseRefusals)
  const { seen, present } = useSeen(item, valuesOf)
  const [changes, setChanges] = useState<readonly string[]>()
  const isBusy = creating.isBusy || changing.isBusy
  const resting = useResting(isBusy)
  function onRefused(failure: CallFailed) {
    resting.afterwards(() => {
      const now = present(failure)
      if (now && seen) setChanges(mergeMeanwhile(form, valuesOf(seen), now, fields))
      else refusal.tell(failure)
    })
    // The list had something else in it, or nothing any more.
    void client.invalidateQueries({ queryKey: phrasesKey })
  }
  return {
    seen,
    changes,
    isBusy,
    /** @returns whether it is saved */
    async save(values: PhraseValues): Promise<boolean> {
      refusal.forget()
      setChanges(undefined)
      const templates = fetchedMapping(client)
      const body = bodyOf(
        templates ? { ...values, templateMapping: asShown(values.templateMapping, templates) } : values,
      )
      const first =
        <T>(send: () => Promise<T>) =>
        () =>
          sendDeletionOf(phrasesKey, body.key).then(send)
      if (!seen)
        return (
          (await creating.run(
            first(() => call(phraseCalls.createPhrase, { body })),
            { onRefused },
          )) !== undefined
        )
      const { id, version } = seen
      const send = first(() => call(phraseCalls.updatePhrase, { body: { id, version, ...body } }))
      const answer = await changing.run(send, { onRefused })
      if (answer?.result[0]) showSaved(client, phrasesKey, answer.result[0], seen)
      return answer !== undefined
    },
  }
}
