import type { textField } from '@dictara/contract/fields'
import { Form, Input, type InputProps } from 'antd'

interface TextItemProps extends InputProps {
  name: string
  label: string
  field: ReturnType<typeof textField>
}

/** A field of the contract in a form: its rules, its words, its length. */
export const TextItem = ({ name, label, field, ...input }: TextItemProps) => (
  <Form.Item name={name} label={label} rules={field.rules} validateFirst>
    <Input autoComplete="off" maxLength={field.maxLength} {...input} />
  </Form.Item>
)
