import { targetLimits, targetOutside } from '@dictara/contract/turnaround'
import { Form, InputNumber, Select, Space } from 'antd'
import { type ComponentProps, useState } from 'react'
import { type Unit, unitOf, units } from './minutes.ts'

interface MinutesInputProps {
  /** Set by the form item, like `value` and `onChange`. */
  id?: string
  value?: number | null
  onChange?: (minutes: number | null) => void
  /** A drawer focuses its first field through this. */
  ref?: ComponentProps<typeof InputNumber>['ref']
  label: string
  /** The default while the field is empty. */
  otherwise: number
}

/** A duration: a number, and its unit of minutes or hours. */
function MinutesInput({ id, ref, value = null, onChange, label, otherwise }: MinutesInputProps) {
  const [chosen, setChosen] = useState<Unit>()
  const unit = chosen ?? unitOf(value ?? otherwise)
  const amount = value === null ? null : value / units[unit]
  return (
    <Space.Compact block>
      <InputNumber<number>
        {...(id && { id })}
        {...(ref && { ref })}
        aria-label={label}
        style={{ flex: 1 }}
        value={amount}
        placeholder={String(otherwise / units[unit])}
        onChange={(now) => {
          // Keep the unit during typing: 60 minutes must not become one hour.
          setChosen(unit)
          onChange?.(now === null ? null : now * units[unit])
        }}
      />
      <Select<Unit>
        aria-label={`Unit of ${label}`}
        style={{ width: 110 }}
        value={unit}
        options={[
          { value: 'min', label: 'minutes' },
          { value: 'h', label: 'hours' },
        ]}
        onChange={(next) => {
          setChosen(next)
          // A new unit keeps the number.
          if (amount !== null) onChange?.(amount * units[next])
        }}
      />
    </Space.Compact>
  )
}

const isInside = (_rule: unknown, value: number | null | undefined) =>
  value == null || (value >= targetLimits.least && value <= targetLimits.most)
    ? Promise.resolve()
    : Promise.reject(new Error(targetOutside))

interface MinutesFieldProps {
  name: string | readonly (string | number)[]
  /** Shown above it. */
  label: string
  /** Completes the accessible name if the label alone is ambiguous. */
  of?: string
  otherwise: number
}

/** A time limit; empty: the limit of the field above applies. */
export const MinutesField = ({ name, label, of, otherwise }: MinutesFieldProps) => (
  <Form.Item name={name as string} label={label} rules={[{ validator: isInside }]}>
    <MinutesInput label={of ? `${of}: ${label}` : label} otherwise={otherwise} />
  </Form.Item>
)
