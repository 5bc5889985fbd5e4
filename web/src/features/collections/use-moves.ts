import { useQueryClient } from '@tanstack/react-query'
import { cut } from '../../ui/cut.tsx'
import { useAction } from '../../ui/use-action.ts'
import { type Collection, type CollectionItem, nameMost } from './collection.ts'
import { deleteLater } from './deletions.ts'

/** The actions on a kept item, from its card or while it is open: each with its question and a reload of the lists. */
export function useMoves<Item extends CollectionItem>(of: Collection<Item>) {
  const act = useAction({ refreshes: of.key })
  const client = useQueryClient()
  const named = (item: Item) => `${of.one} “${cut(of.nameOf(item), nameMost)}”`
  return {
    isBusy: act.isBusy,
    activate: (item: Item) => act.run(() => of.activate([item.id]), { done: `${named(item)} is now active` }),
    putAside: (item: Item) =>
      act.run(() => of.putAside([item.id]), {
        done: `${named(item)} moved to My Collection`,
        confirm: {
          title: of.putAsideQuestion,
          content: `${named(item)} goes back to My Collection. You can’t use it in notes until you add it again.`,
          okText: 'Move to My Collection',
        },
      }),
    /** Deletes for good, after a question (K2P-33, TMPL-19). */
    remove: (item: Item) =>
      act.run(() => of.remove([item.id]), {
        done: `${named(item)} deleted`,
        confirm: {
          title: 'Are you sure you want to delete?',
          content: `${named(item)} will be gone for good. You can’t undo this.`,
          okText: 'Delete',
          isDanger: true,
          focusable: { autoFocusButton: 'cancel' },
        },
      }),
    /** Deletes without a question, since it can be undone for ten seconds. */
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
