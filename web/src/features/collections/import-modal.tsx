import type { CallFailed } from '@dictara/browser/call'
import { isManager } from '@dictara/contract/roles'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Checkbox, Flex, Modal } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useUser } from '../../platform/use-user.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { whileSending } from '../../ui/use-question.ts'
import { type Collection, type CollectionItem, importPageSize, itemSearchMs } from './collection.ts'
import './collections.css'
import { ConflictModal } from './conflict-modal.tsx'
import { isGoing, sendDeletionOf } from './deletions.ts'
import { goneItems } from './gone-items.ts'
import { ImportCard } from './import-card.tsx'
import { ItemList } from './item-list.tsx'
import { useItems } from './use-items.ts'
import { useTicks } from './use-ticks.ts'

interface ImportModalProps<Item extends CollectionItem> {
  of: Collection<Item>
  /** One item in full, as it would be used. */
  preview: (item: Item) => ReactNode
  onClose: () => void
}

/**
 * Copies items of others in the clinic and of the dictionary into the own collection (K2P-17 to K2P-20, K2P-35 to
 * K2P-41).
 */
export function ImportModal<Item extends CollectionItem>({ of, preview, onClose }: ImportModalProps<Item>) {
  const user = useUser()
  const client = useQueryClient()
  const act = useAction()
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState<Item>()
  const [isActive, setActive] = useState(false)
  const [isForAll, setForAll] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const list = useItems(of, { type: 'author', size: importPageSize, search })
  const { ticked, tick, forget } = useTicks(of)
  const { notification } = App.useApp()
  const box = useRef<HTMLElement>(null)
  useFocusBack()
  const known = [...ticked.values()].filter((item) => item.conflict && !isGoing(of.key, of.nameOf(item)))

  function onRefused(failure: CallFailed) {
    const names = forget(goneItems(failure))
    const which = names.length > 0 ? `${names.join(', ')}: ` : ''
    notification.error({ title: 'Failed', description: `${which}${failure.message}` })
    void client.invalidateQueries({ queryKey: of.key })
  }
  async function copy(overRideExisting: boolean) {
    const choices = { active: isActive, overRideExisting, exportToOtherAuthors: isForAll }
    const answer = await act.run(
      async () => {
        await Promise.all([...ticked.values()].map((item) => sendDeletionOf(of.key, of.nameOf(item))))
        return of.copy([...ticked.keys()], choices)
      },
      { onRefused, done: (words) => words },
    )
    setAsking(false)
    if (!answer) return
    onClose()
    // From the first pages, not those scrolled to.
    await client.resetQueries({ queryKey: of.key })
  }

  return (
    <Modal
      open
      title={of.importTitle}
      width="min(60rem, 95vw)"
      style={{ top: '4dvh' }}
      onCancel={onClose}
      {...whileSending(act.isBusy)}
      // A click outside must not drop a selection.
      mask={{ closable: ticked.size === 0 && !act.isBusy }}
      afterOpenChange={(isOpen) => isOpen && box.current?.querySelector<HTMLElement>('input[type=search]')?.focus()}
      footer={
        <Flex gap="small" justify="space-between" align="center" wrap>
          <Flex gap="small" wrap>
            <Checkbox checked={isActive} onChange={(event) => setActive(event.target.checked)}>
              Import as Active
            </Checkbox>
            {user && isManager(user) && (
              <Checkbox checked={isForAll} onChange={(event) => setForAll(event.target.checked)}>
                Activate for all users
              </Checkbox>
            )}
          </Flex>
          <Flex gap="small">
            <Button disabled={act.isBusy} onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="primary"
              disabled={ticked.size === 0}
              loading={act.isBusy}
              onClick={() => (known.length > 0 ? setAsking(true) : void copy(false))}
            >
              {ticked.size > 0 ? `Import ${ticked.size}` : 'Import'}
            </Button>
          </Flex>
        </Flex>
      }
    >
      <div className="import">
        <section ref={box} aria-label="Global list">
          <SearchBox label={of.search} value={search} restMs={itemSearchMs} onSearch={setSearch} />
          <ItemList label="Global list" list={list} items={list.rows} search={search}>
            {(item) => (
              <ImportCard
                name={of.nameOf(item)}
                nameMost={of.nameMost.import}
                author={item.author?.doctorName ?? null}
                text={of.textOf(item, 'import')}
                isTicked={ticked.has(item.id)}
                isShown={shown?.id === item.id}
                onTick={(isTicked) => tick(item, isTicked)}
                onShow={() => setShown(item)}
              />
            )}
          </ItemList>
        </section>
        <section className="import-preview" aria-label="Preview" tabIndex={shown && 0}>
          {shown ? preview(shown) : <p className="import-nothing">Select a card to preview it.</p>}
        </section>
      </div>
      {isAsking && (
        <ConflictModal
          names={known.map(of.nameOf)}
          isSending={act.isBusy}
          onChange={() => setAsking(false)}
          onSkip={() => void copy(false)}
          onReplace={() => void copy(true)}
        />
      )}
    </Modal>
  )
}
