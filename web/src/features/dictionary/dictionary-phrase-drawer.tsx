import { call } from '@dictara/browser/call'
import { dictionaryCalls, type DictionaryPhrase } from '@dictara/contract/dictionary'
import { keyMost, phraseKey, phraseRefusals } from '@dictara/contract/phrases'
import { cleanPhrase, fieldsOf, withoutFields } from '@dictara/dictation/phrase-text'
import { Alert, Form, Input, Switch } from 'antd'
import { useRef } from 'react'
import { LinesEditor, type LinesHandle } from '../../editor/lines/lines-editor.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { AvailableFields, CategorySelect, isEmptyPhrase } from '../phrases/index.ts'
import { dictionaryKey, useDictionaryCategories } from './dictionary-queries.ts'

interface Values {
  key: string
  dynamic: boolean
  targetEndPoint: string | null
  phrase: string
}

const valuesOf = (of?: DictionaryPhrase): Values => ({
  key: of?.key ?? '',
  dynamic: of?.dynamic ?? false,
  targetEndPoint: of?.targetEndPoint ?? null,
  phrase: of?.phrase ?? '',
})

/** The phrase with line breaks and without the last ones (DICT-32), a category only of a dynamic one. */
const bodyOf = ({ key, dynamic, targetEndPoint, phrase }: Values) => ({
  key: key.trim(),
  phrase: cleanPhrase(phrase),
  dynamic,
  targetEndPoint: (dynamic && targetEndPoint) || null,
})

interface DictionaryPhraseDrawerProps {
  /** Absent: a new one. */
  phrase: DictionaryPhrase | undefined
  onClose: () => void
}

/** Adds or edits a key and its phrase (DICT-10 to DICT-13, DICT-33). */
export function DictionaryPhraseDrawer({ phrase, onClose }: DictionaryPhraseDrawerProps) {
  const isFixed = phrase?.editable === false
  return (
    <FormDrawer<Values>
      title={phrase ? 'Edit Key-to-Phrase' : 'Add New Key-to-Phrase'}
      name="dictionary-phrase"
      size={560}
      initial={valuesOf(phrase)}
      isNew={!phrase}
      submit="Save"
      firstField="key"
      send={(values) =>
        phrase
          ? call(dictionaryCalls.updateDictionaryPhrase, {
              body: {
                id: phrase.id,
                version: phrase.version,
                global: phrase.global,
                active: phrase.active,
                ...bodyOf(values),
              },
            })
          : call(dictionaryCalls.createDictionaryPhrase, { body: bodyOf(values) })
      }
      refreshes={dictionaryKey}
      refusals={phraseRefusals}
      onClose={onClose}
    >
      {isFixed && (
        <Form.Item>
          <Alert type="error" showIcon title="Action Denied: This item is not editable." />
        </Form.Item>
      )}
      <PhraseFields isFixed={isFixed} />
    </FormDrawer>
  )
}

function PhraseFields({ isFixed }: { isFixed: boolean }) {
  const form = Form.useFormInstance<Values>()
  const dynamic = Form.useWatch('dynamic', form) ?? form.getFieldValue('dynamic')
  const target = Form.useWatch('targetEndPoint', form)
  const phrase = Form.useWatch('phrase', form) ?? ''
  const categories = useDictionaryCategories(Boolean(dynamic))
  const text = useRef<LinesHandle>(null)
  return (
    <>
      <Form.Item name="key" label="Key" rules={phraseKey.rules} validateFirst>
        <Input autoComplete="off" maxLength={keyMost} disabled={isFixed} />
      </Form.Item>
      <Form.Item name="dynamic" label="Dynamic/Static" valuePropName="checked">
        <Switch checkedChildren="Dynamic" unCheckedChildren="Static" disabled={isFixed} />
      </Form.Item>
      {dynamic && (
        <Form.Item
          name="targetEndPoint"
          label="Dynamic Category"
          rules={[{ required: true, message: 'Dynamic Category is required' }]}
        >
          <CategorySelect
            of={categories}
            hasFields={fieldsOf(phrase).length > 0}
            onRemoveFields={() => form.setFieldValue('phrase', withoutFields(form.getFieldValue('phrase')))}
            isReadOnly={isFixed}
          />
        </Form.Item>
      )}
      <Form.Item
        name="phrase"
        label="Phrase"
        required
        rules={[
          {
            async validator(_, value: string) {
              if (isEmptyPhrase(value)) throw new Error('Phrase is required')
            },
          },
        ]}
      >
        <LinesEditor ref={text} label="Phrase" isReadOnly={isFixed} />
      </Form.Item>
      {dynamic && target && (
        <AvailableFields
          category={categories.data?.find(({ fieldUiValue }) => fieldUiValue === target)}
          isReadOnly={isFixed}
          onInsert={(letters) => text.current?.insert(letters)}
        />
      )}
    </>
  )
}
