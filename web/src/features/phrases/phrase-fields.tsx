import { keyMost, phraseKey } from '@dictara/contract/phrases'
import { isManager } from '@dictara/contract/roles'
import { fieldsOf, withoutFields } from '@dictara/dictation/phrase-text'
import { Checkbox, Form, Input, Switch } from 'antd'
import { useRef } from 'react'
import { LinesEditor, type LinesHandle } from '../../editor/lines/lines-editor.tsx'
import { useUser } from '../../platform/use-user.ts'
import { AvailableFields } from './available-fields.tsx'
import { CategorySelect } from './category-select.tsx'
import { useDynamicCategories } from './phrase-queries.ts'
import { isEmptyPhrase, type PhraseValues } from './phrase-values.ts'
import { TemplateTree } from './template-tree.tsx'

/** The fields of a key and its phrase (K2P-09 to K2P-15). */
export function PhraseFields({ isReadOnly }: { isReadOnly: boolean }) {
  const form = Form.useFormInstance<PhraseValues>()
  const user = useUser()
  const isDynamic = Form.useWatch('dynamic', form) ?? form.getFieldValue('dynamic')
  const target = Form.useWatch('targetEndPoint', form)
  const phrase = Form.useWatch('phrase', form) ?? ''
  const isRestricted = Form.useWatch('restrictedToTemplates', form) ?? form.getFieldValue('restrictedToTemplates')
  const categories = useDynamicCategories(Boolean(isDynamic))
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
        <Form.Item name="global" label="Globally Available" valuePropName="checked">
          <Switch disabled={isReadOnly} />
        </Form.Item>
      </div>
      {isDynamic && (
        <Form.Item
          name="targetEndPoint"
          label="Category"
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
      <Form.Item name="restrictedToTemplates" valuePropName="checked" noStyle>
        <Checkbox disabled={isReadOnly}>Restrict to selected Templates</Checkbox>
      </Form.Item>
      {isRestricted && (
        <Form.Item name="templateMapping" className="phrase-templates">
          <TemplateTree isReadOnly={isReadOnly} />
        </Form.Item>
      )}
      {!isReadOnly && user && isManager(user) && (
        <div>
          <Form.Item name="exportToOtherAuthors" valuePropName="checked" noStyle>
            <Checkbox>Activate for all users</Checkbox>
          </Form.Item>
        </div>
      )}
    </>
  )
}
