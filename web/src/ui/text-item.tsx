import type { textField } from '@dictara/contract/fields'
import { Form, Input, type InputProps } from 'antd'

interface TextItemProps extends Omit<InputProps, 'name'> {
  name: string | readonly string[]
  label: string
  field: ReturnType<typeof textField>
  /** Text below the field. */
  extra?: string | undefined
}

/** A form item for a field of the contract, with its rules, messages and maximum length. */
export const TextItem = ({ name, label, field, extra, disabled, ...input }: TextItemProps) => (
  <Form.Item name={name as string} label={label} rules={field.rules} validateFirst extra={extra}>
    <Input autoComplete="off" maxLength={field.maxLength} {...(disabled && { disabled })} {...input} />
  </Form.Item>
)
