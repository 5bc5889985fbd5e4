import { call, type CallFailed } from '@dictara/browser/call'
import { type CannedText, phraseCalls } from '@dictara/contract/phrases'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useAction } from '../../ui/use-action.ts'
import { sendDeletionOf } from '../collections/index.ts'
import { phrasesKey } from './phrase-queries.ts'
import { bodyOf, type PhraseValues } from './phrase-values.ts'

/** A new one has the collection fetched anew; one that stood before is changed in its place (K2P-34). */
export function usePhraseSave() {
  const client = useQueryClient()
  const creating = useAction({ refreshes: phrasesKey })
  const changing = useAction()
  const show = (changed: CannedText) =>
    client.setQueriesData<InfiniteData<readonly CannedText[]>>(
      { queryKey: [...phrasesKey, 'list'] },
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => page.map((one) => (one.id === changed.id ? changed : one))),
        },
    )
  return {
    isBusy: creating.isBusy || changing.isBusy,
    /** @returns whether it is saved */
    async save(item: CannedText | undefined, values: PhraseValues, onRefused: (failure: CallFailed) => void) {
      const body = bodyOf(values)
      await sendDeletionOf(phrasesKey, body.key)
      if (!item)
        return (await creating.run(() => call(phraseCalls.createPhrase, { body }), { onRefused })) !== undefined
      const { id, version, active } = item
      const answer = await changing.run(
        () => call(phraseCalls.updatePhrase, { body: { id, version, active, ...body } }),
        { onRefused },
      )
      if (answer?.result[0]) show(answer.result[0])
      return answer !== undefined
    },
  }
}
