import type { InferenceItem, SectionInference } from '@dictara/contract/inference'
import { Button, Tag, Tooltip } from 'antd'
import { useRef, useState } from 'react'
import { Pager } from '../../ui/pager.tsx'
import { FieldEditor } from './field-editor.tsx'
import { TableEditor } from './table-editor.tsx'
import type { Inference } from './use-inference.ts'
import { rowsShown } from './use-rows.ts'
import { wordsOf } from './words-of-row.ts'

/** Selects words of a section in the note, by their positions in its plain text. */
export type ShowWords = (sectionId: string, startIndex: number, endIndex: number) => void

interface ValuesProps {
  item: InferenceItem
  sectionId: string
  onShow: ShowWords
}

/** The values of a field, eight at a time. A click on a value selects the words that it was read from. */
function Values({ item, sectionId, onShow }: ValuesProps) {
  const [page, setPage] = useState(0)
  const shown = Math.min(page, Math.max(0, Math.ceil(item.value.length / rowsShown) - 1))
  if (item.value.length === 0) return <p className="inference-none">Nothing found</p>
  return (
    <>
      <ul className="inference-values" aria-label={item.key}>
        {item.value.slice(shown * rowsShown, (shown + 1) * rowsShown).map((one, at) => {
          const index = shown * rowsShown + at
          const words = wordsOf(one, item)
          const annotation = item.annotations[index]
          const flag = item.flag?.[index]
          return (
            <li key={index}>
              {annotation ? (
                <button
                  type="button"
                  title={item.annotation?.[index] ?? undefined}
                  onClick={() => onShow(sectionId, annotation.startIndex, annotation.endIndex)}
                >
                  {words}
                </button>
              ) : (
                <span>{words}</span>
              )}
              {flag === 'WORDS_GONE' && <Tag className="inference-gone">Not in the text any more</Tag>}
              {flag === 'UNCERTAIN' && <Tag>Uncertain</Tag>}
            </li>
          )
        })}
      </ul>
      {item.value.length > rowsShown && (
        <Pager page={shown} size={rowsShown} total={item.value.length} onPage={setPage} />
      )}
    </>
  )
}

interface FieldProps extends ValuesProps {
  section: SectionInference
  inference: Inference
}

/** A field of a section: the value that was read or that a person entered, and the actions on it (INFR-12, INFR-13). */
export function Field({ item, section, inference, ...values }: FieldProps) {
  const { key, edited, mandatory, type } = item
  const draft = inference.draftOf(section.sectionId, key)
  const [isEditing, setEditing] = useState(draft !== undefined)
  const isTable = type === 'Dynamic Table'
  const edit = useRef<HTMLButtonElement>(null)
  function close() {
    inference.dropDraft(section.sectionId, key)
    setEditing(false)
  }
  const save = async (changed: Parameters<Inference['save']>[1]) => {
    if (await inference.save(section.sectionId, changed)) close()
  }
  function giveBack() {
    // The pressed button disappears together with the entered value.
    edit.current?.focus()
    void inference.allowOverwrite(section.sectionId, key)
  }
  const overwrite = isTable ? 'Allow override' : 'Allow Edit'
  return (
    <div className="inference-field">
      <div className="inference-head">
        <h4>{key}</h4>
        {mandatory && <span className="inference-mandatory">Mandatory</span>}
        {edited && <Tag className="inference-edited">Updated Inference</Tag>}
      </div>
      {isEditing && !isTable ? (
        <FieldEditor
          item={item}
          section={section}
          draft={draft}
          isBusy={inference.isBusy}
          openedBy={edit}
          onChange={(values) =>
            values
              ? inference.keepDraft({ sectionId: section.sectionId, key, values })
              : inference.dropDraft(section.sectionId, key)
          }
          onSave={save}
          onCancel={close}
        />
      ) : (
        <Values item={item} {...values} />
      )}
      {inference.isEditable && !(isEditing && !isTable) && (
        <div className="inference-acts">
          <Button ref={edit} size="small" type="text" aria-label={`Edit ${key}`} onClick={() => setEditing(true)}>
            Edit
          </Button>
          {edited && (
            <Tooltip title="What is read out of the text replaces this value again">
              <Button
                size="small"
                type="text"
                aria-label={`${overwrite}: ${key}`}
                disabled={inference.isBusy}
                onClick={giveBack}
              >
                {overwrite}
              </Button>
            </Tooltip>
          )}
        </div>
      )}
      {isEditing && isTable && (
        <TableEditor
          item={item}
          isBusy={inference.isBusy}
          onSave={(rows) => void save([{ key, value: rows }])}
          onClose={close}
        />
      )}
    </div>
  )
}
