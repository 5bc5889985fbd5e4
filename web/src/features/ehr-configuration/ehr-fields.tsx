import { type EhrSettingField, mask, missing } from '@dictara/contract/ehr-configuration'
import { Form, Input, Select } from 'antd'
import type { AriaAttributes } from 'react'

/** Typing into a masked value replaces all of it, because part of a mask is no secret. */
const withoutMask = (value: string) => (value === mask ? value : value.replaceAll(mask.charAt(0), ''))

interface MaskedInputProps extends AriaAttributes {
  /** Set by the form item, like `value` and `onChange`. */
  id?: string
  value?: string
  onChange?: (value: string) => void
}

/** An input for a secret of one or, like a key, several lines. Its letters are shown as dots. */
const MaskedInput = ({ value = '', onChange, ...props }: MaskedInputProps) => (
  <Input.TextArea
    {...props}
    className="masked-text"
    autoSize={{ minRows: 1, maxRows: 4 }}
    autoComplete="off"
    spellCheck={false}
    value={value}
    onFocus={(event) => event.currentTarget.select()}
    onPressEnter={(event) => event.preventDefault()}
    onChange={(event) => onChange?.(withoutMask(event.currentTarget.value))}
  />
)

const inputOf = ({ fieldType, choices }: EhrSettingField) => {
  if (fieldType === 'dropdown') return <Select options={choices.map((choice) => ({ value: choice, label: choice }))} />
  if (fieldType === 'maskedText') return <MaskedInput />
  return <Input autoComplete="off" spellCheck={false} />
}

interface EhrFieldsProps {
  asked: readonly EhrSettingField[]
  /** The stored values of the facility. */
  known: Readonly<Record<string, string>>
}

/** The fields that the configuration of an EHR requires, each by its type (FAC-27, FAC-39). */
export const EhrFields = ({ asked, known }: EhrFieldsProps) =>
  asked.map((one) => (
    <Form.Item
      key={one.field}
      name={['fields', one.field]}
      label={one.fieldName}
      initialValue={known[one.field] ?? one.value}
      rules={[{ required: true, whitespace: true, message: missing.field(one.fieldName) }]}
    >
      {inputOf(one)}
    </Form.Item>
  ))
