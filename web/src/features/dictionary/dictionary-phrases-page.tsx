import { call } from '@dictara/browser/call'
import { itemsMost } from '@dictara/contract/collection'
import { dictionaryCalls, type DictionaryPhrase } from '@dictara/contract/dictionary'
import { phrasePlainText } from '@dictara/dictation/phrase-text'
import { App, Button, Checkbox, Flex, Tooltip } from 'antd'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Cut, cut } from '../../ui/cut.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { ListTable } from '../../ui/list-table.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useListQuery } from '../../ui/use-list-query.ts'
import { goneItems } from '../collections/index.ts'
import { DictionaryPhraseDrawer } from './dictionary-phrase-drawer.tsx'
import { dictionaryKey } from './dictionary-queries.ts'
import { DictionaryTabs } from './dictionary-tabs.tsx'
import { useTicked } from './use-ticked.ts'

/** DICT-04, DICT-05. */
const keyMost = 30
const phraseMost = 90

const readable = ({ phrase }: DictionaryPhrase) => cut(phrasePlainText(phrase).replaceAll('\n', ' '), phraseMost)

/** The key-to-phrases of the dictionary (DICT-04 to DICT-09). */
export function DictionaryPhrasesPage() {
  const list = useListQuery(dictionaryCalls.listDictionaryPhrases, { key: [...dictionaryKey, 'phrases'] })
  const act = useAction({ refreshes: dictionaryKey })
  const [opened, setOpened] = useState<{ phrase?: DictionaryPhrase }>()
  const ticked = useTicked(list.rows)
  const { notification } = App.useApp()

  async function remove(phrases: readonly Pick<DictionaryPhrase, 'id' | 'key'>[]) {
    const ids = phrases.map(({ id }) => id)
    if (ids.length > itemsMost)
      return notification.error({ key: 'deleting', title: `You can delete at most ${itemsMost} at once.` })
    const which = ids.length === 1 ? `“${cut(phrases[0]!.key, keyMost)}”` : `${ids.length} key-to-phrases`
    const done = await act.run(
      () => call(dictionaryCalls.deleteDictionaryPhrases, { query: { dictionaryIds: [...ids] } }),
      {
        confirm: {
          title: 'Delete selected Key-to-Phrase?',
          content: `${which}. You can’t undo this. Clinics keep what they’ve imported.`,
          okText: 'Delete',
          isDanger: true,
          focusable: { autoFocusButton: 'cancel' },
        },
        onRefused(failure) {
          ticked.drop(goneItems(failure))
          notification.error({ title: 'Failed', description: failure.message })
        },
      },
    )
    return done && ticked.drop(ids)
  }

  return (
    <>
      <ListPage
        title="Dictionary"
        list={list}
        above={<DictionaryTabs selected="phrases" />}
        search="Search keys and phrases"
        failed={{ title: 'Couldn’t load the dictionary' }}
        chips={
          <Checkbox
            checked={ticked.isAll}
            indeterminate={ticked.isSome}
            disabled={list.rows.length === 0}
            onChange={ticked.toggleAll}
          >
            All on this page
          </Checkbox>
        }
        actions={
          ticked.rows.length > 0 ? (
            <Button
              danger
              icon={<Trash2 size={16} aria-hidden />}
              disabled={act.isBusy}
              onClick={() => void remove(ticked.rows)}
            >
              Delete Selected
            </Button>
          ) : (
            <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setOpened({})}>
              Add New Key-to-Phrase
            </Button>
          )
        }
      >
        <ListTable
          list={list}
          label="Key-to-phrases"
          kind="phrases"
          empty="No key-to-phrase here."
          columns={[
            {
              title: 'Select',
              name: 'select',
              width: 64,
              isRigid: true,
              render: (row) => (
                <Checkbox
                  aria-label={`Select ${row.key}`}
                  checked={ticked.has(row)}
                  onChange={() => ticked.toggle(row)}
                />
              ),
            },
            {
              title: 'Key',
              name: 'key',
              width: 300,
              isHeading: true,
              render: ({ key }) => (
                <bdi>
                  <Cut text={key} most={keyMost} />
                </bdi>
              ),
            },
            { title: 'Phrase', name: 'phrase', width: 640, render: (row) => <span dir="auto">{readable(row)}</span> },
            {
              title: 'Action',
              name: 'action',
              width: 96,
              isRigid: true,
              render: (phrase) => (
                <PhraseActions
                  phrase={phrase}
                  isBusy={act.isBusy}
                  onEdit={() => setOpened({ phrase })}
                  onDelete={() => void remove([phrase])}
                />
              ),
            },
          ]}
        />
      </ListPage>
      {opened && <DictionaryPhraseDrawer phrase={opened.phrase} onClose={() => setOpened(undefined)} />}
    </>
  )
}

interface PhraseActionsProps {
  phrase: DictionaryPhrase
  isBusy: boolean
  onEdit: () => void
  onDelete: () => void
}

/** Edit and delete (DICT-06). */
const PhraseActions = ({ phrase: { key }, isBusy, onEdit, onDelete }: PhraseActionsProps) => (
  <Flex gap={4}>
    <Tooltip title="Edit">
      <Button type="text" icon={<Pencil size={16} aria-hidden />} aria-label={`Edit ${key}`} onClick={onEdit} />
    </Tooltip>
    <Tooltip title="Delete">
      <Button
        type="text"
        icon={<Trash2 size={16} aria-hidden />}
        aria-label={`Delete ${key}`}
        disabled={isBusy}
        onClick={onDelete}
      />
    </Tooltip>
  </Flex>
)
