import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '../../ui/use-action.ts'
import type { Collection, CollectionItem } from './collection.ts'
import { deleteLater } from './deletions.ts'

type Kept = Pick<CollectionItem, 'id'>

/** What is done with a kept thing, from its card or while it is open: each with its question, and the lists anew afterwards. */
export function useMoves<Item extends CollectionItem>(of: Collection<Item>) {
  const act = useAction({ refreshes: of.key })
  const client = useQueryClient()
  return {
    isBusy: act.isBusy,
    activate: ({ id }: Kept) => act.run(() => of.activate([id])),
    putAside: ({ id }: Kept) => act.run(() => of.putAside([id]), { confirm: { title: of.putAsideQuestion } }),
    /** For good, after a question (K2P-33, TMPL-19). */
    remove: ({ id }: Kept) =>
      act.run(() => of.remove([id]), {
        confirm: {
          title: 'Are you sure you want to delete?',
          content: 'This is not reversible.',
          okText: 'Delete',
          isDanger: true,
          focusable: { autoFocusButton: 'cancel' },
        },
      }),
    /** Without a question: it can be undone for ten seconds. */
    removeLater: (item: Item) =>
      deleteLater({
        id: item.id,
        kind: of.key,
        name: of.nameOf(item),
        send: (keepalive) => of.remove([item.id], keepalive),
        onAnswer: () => client.invalidateQueries({ queryKey: of.key }),
      }),
  }
}
