import { keyMost, phraseKey } from '@dictara/contract/phrases'
import { fieldsOf, withoutFields } from '@dictara/dictation/phrase-text'
import { Form, Input, Switch } from 'antd'
import { type ReactNode, useRef } from 'react'
import { LinesEditor, type LinesHandle } from '../../editor/lines/lines-editor.tsx'
import { AvailableFields } from './available-fields.tsx'
import { CategorySelect } from './category-select.tsx'
import type { useDynamicCategories } from './phrase-queries.ts'
import { isEmptyPhrase, type PhraseValues } from './phrase-values.ts'
import './phrases.css'

interface KeyAndPhraseProps {
  useCategories: typeof useDynamicCategories
  isReadOnly: boolean
  /** Further switches. */
  beside?: ReactNode
}

/**
 * The data of a phrase wherever it is kept: key, text, and for a dynamic one its category and fields (K2P-09 to K2P-12,
 * DICT-10, DICT-11).
 */
export function KeyAndPhrase({ useCategories, isReadOnly, beside }: KeyAndPhraseProps) {
  const form = Form.useFormInstance<PhraseValues>()
  const isDynamic = Form.useWatch('dynamic', form) ?? form.getFieldValue('dynamic')
  const target = Form.useWatch('targetEndPoint', form)
  const phrase = Form.useWatch('phrase', form) ?? ''
  const categories = useCategories(Boolean(isDynamic))
  const text = useRef<LinesHandle>(null)
  return (
    <>
      <Form.Item name="key" label="Key" rules={phraseKey.rules} validateFirst>
        <Input autoComplete="off" maxLength={keyMost} disabled={isReadOnly} />
      </Form.Item>
      <div className="phrase-switches">
        <Form.Item name="dynamic" label="Static/Dynamic" valuePropName="checked">
          <Switch checkedChildren="Dynamic" unCheckedChildren="Static" disabled={isReadOnly} />
        </Form.Item>
        {beside}
      </div>
      {isDynamic && (
        <Form.Item
          name="targetEndPoint"
          label="Dynamic Category"
          rules={[{ required: true, message: 'Dynamic Category is required' }]}
        >
          <CategorySelect
            of={categories}
            hasFields={fieldsOf(phrase).length > 0}
            onRemoveFields={() => form.setFieldValue('phrase', withoutFields(form.getFieldValue('phrase')))}
            isReadOnly={isReadOnly}
          />
        </Form.Item>
      )}
      <Form.Item
        name="phrase"
        label="Phrase"
        required
        rules={[
          {
            validator: (_, value: string) =>
              isEmptyPhrase(value) ? Promise.reject(new Error('Phrase is required')) : Promise.resolve(),
          },
        ]}
      >
        <LinesEditor ref={text} label="Phrase" isReadOnly={isReadOnly} />
      </Form.Item>
      {isDynamic && target && (
        <AvailableFields
          category={categories.data?.find(({ fieldUiValue }) => fieldUiValue === target)}
          isReadOnly={isReadOnly}
          onInsert={(letters) => text.current?.insert(letters)}
        />
      )}
    </>
  )
}
