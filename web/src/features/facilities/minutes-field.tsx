import { targetLimits, targetOutside } from '@dictara/contract/turnaround'
import { Form, InputNumber, Select, Space } from 'antd'
import { type ComponentProps, useState } from 'react'
import { type Unit, unitOf, units } from './minutes.ts'

interface MinutesInputProps {
  /** Given by the form's item, as are `value` and `onChange`. */
  id?: string
  value?: number | null
  onChange?: (minutes: number | null) => void
  /** A drawer gives its first field the focus. */
  ref?: ComponentProps<typeof InputNumber>['ref']
  label: string
  /** What counts while nothing is said here. */
  otherwise: number
}

/** A length of time: a number, and whether it is minutes or hours. */
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
          // The unit stays as it is while somebody writes: 60 minutes do not become one hour under their hands.
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
          // Who changes the unit means the same number of it.
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
  /** Seen above it. */
  label: string
  /** Names it where the label alone does not say of what. */
  of?: string
  otherwise: number
}

/** How long something may take; empty: as long as what stands above it says. */
export const MinutesField = ({ name, label, of, otherwise }: MinutesFieldProps) => (
  <Form.Item name={name as string} label={label} rules={[{ validator: isInside }]}>
    <MinutesInput label={of ? `${of}: ${label}` : label} otherwise={otherwise} />
  </Form.Item>
)
