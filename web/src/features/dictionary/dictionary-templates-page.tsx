import { call } from '@dictara/browser/call'
import { dictionaryCalls, type DictionaryTemplate } from '@dictara/contract/dictionary'
import { Button, Empty, Skeleton } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Failed } from '../../ui/failed.tsx'
import { ListPageHead } from '../../ui/list-page.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useListAddress } from '../../ui/use-list-address.ts'
import { dictionaryKey, useDictionaryTemplate, useDictionaryTemplates } from './dictionary-queries.ts'
import { DictionaryTabs } from './dictionary-tabs.tsx'
import { DictionaryTemplateDrawer } from './dictionary-template-drawer.tsx'
import '../../ui/press-list.css'
import './dictionary-templates.css'
import { TemplateDetail } from './template-detail.tsx'

/** The dictation templates of the dictionary: the list, with the selected one beside it (DICT-14 to DICT-20). */
export function DictionaryTemplatesPage() {
  const [address, change] = useListAddress()
  const search = address.get('search') ?? ''
  const list = useDictionaryTemplates(search)
  const [opened, setOpened] = useState<{ template?: DictionaryTemplate }>()
  const wanted = address.get('template')
  const listed = list.rows.find(({ id }) => id === wanted)
  const alone = useDictionaryTemplate(list.isSuccess && !listed ? wanted : null)
  // While the template in the address is loading, no other is shown in its place.
  const selected = listed ?? (alone.isLoading ? undefined : (alone.data ?? list.rows[0]))
  const act = useAction({ refreshes: dictionaryKey })

  const remove = ({ id, templateName }: DictionaryTemplate) =>
    act.run(() => call(dictionaryCalls.deleteDictionaryTemplates, { query: { dictionaryIds: [id] } }), {
      confirm: {
        title: `Delete ${templateName}?`,
        content: 'You can’t undo this. Clinics keep what they’ve imported.',
        okText: 'Delete',
        isDanger: true,
        focusable: { autoFocusButton: 'cancel' },
      },
    })

  return (
    <div className="list-page">
      <ListPageHead title="Dictionary" above={<DictionaryTabs selected="templates" />}>
        <SearchBox label="Search templates" value={search} onSearch={(text) => change({ search: text })} />
        <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setOpened({})}>
          New Template
        </Button>
      </ListPageHead>
      <Failed of={list} title="Couldn’t load the dictionary" />
      {list.isPending && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {list.isSuccess && list.rows.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="No dictation template found" />
      )}
      {list.rows.length > 0 && (
        <div className="dictionary-templates">
          <nav aria-label="Templates" aria-busy={list.isFetching}>
            <ul className="press-list">
              {list.rows.map(({ id, templateName }) => (
                <li key={id}>
                  <button
                    type="button"
                    aria-current={id === selected?.id ? 'true' : undefined}
                    onClick={() => change({ template: id })}
                  >
                    <bdi>{templateName}</bdi>
                  </button>
                </li>
              ))}
            </ul>
            {list.hasNextPage && (
              <Button block loading={list.isFetchingNextPage} onClick={list.more}>
                More templates
              </Button>
            )}
          </nav>
          {selected && (
            <TemplateDetail
              template={selected}
              isBusy={act.isBusy}
              onEdit={() => setOpened({ template: selected })}
              onDelete={() => void remove(selected)}
            />
          )}
        </div>
      )}
      {opened && (
        <DictionaryTemplateDrawer
          template={opened.template}
          onSaved={(id) => change({ template: id })}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  )
}
