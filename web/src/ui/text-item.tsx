import type { textField } from '@dictara/contract/fields'
import { Form, Input, type InputProps } from 'antd'

interface TextItemProps extends Omit<InputProps, 'name'> {
  name: string | readonly string[]
  label: string
  field: ReturnType<typeof textField>
  /** What is told below it. */
  extra?: string | undefined
}

/** A field of the contract in a form: its rules, its words, its length. */
export const TextItem = ({ name, label, field, extra, disabled, ...input }: TextItemProps) => (
  <Form.Item name={name as string} label={label} rules={field.rules} validateFirst extra={extra}>
    <Input autoComplete="off" maxLength={field.maxLength} {...(disabled && { disabled })} {...input} />
  </Form.Item>
)
