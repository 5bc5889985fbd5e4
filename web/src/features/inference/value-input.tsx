import type { InferenceColumn, InferenceItem } from '@dictara/contract/inference'
import { Checkbox, DatePicker, Input, Radio, Select, Switch } from 'antd'
import { dateFormat, dayOf, isOutOfPeriod } from './dates.ts'

const yes = 'Yes'
const no = 'No'
const isYes = (value: string) => value.toLowerCase() === 'yes'
const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

interface ValueInputProps {
  label: string
  type: InferenceItem['type'] | InferenceColumn['fieldUIElement']
  possibleValues: readonly string[]
  value: readonly string[]
  /** For a date that is one end of a period: which end it is, and the value of the other end. */
  period?: { is: 'start' | 'end'; otherValue: string | undefined } | undefined
  isInvalid?: boolean
  onChange: (value: string[]) => void
}

/** The control for a field of this type (INFR-02 to INFR-08). */
export function ValueInput({ label, type, possibleValues, value, period, isInvalid, onChange }: ValueInputProps) {
  const first = value[0] ?? ''
  const one = (next: string | undefined) => onChange(next ? [next] : [])
  const status = isInvalid ? { status: 'error' as const } : {}
  switch (type) {
    case 'Dropdown':
      return (
        <Select
          aria-label={label}
          className="inference-input"
          allowClear
          value={first || null}
          options={asOptions(possibleValues)}
          onChange={one}
          {...status}
        />
      )
    case 'Checkbox':
      return (
        <Checkbox aria-label={label} checked={isYes(first)} onChange={({ target }) => one(target.checked ? yes : no)}>
          {isYes(first) ? yes : no}
        </Checkbox>
      )
    case 'Toggle':
      return <Switch aria-label={label} checked={isYes(first)} onChange={(checked) => one(checked ? yes : no)} />
    case 'Radio Button':
      return (
        <Radio.Group
          aria-label={label}
          value={first}
          options={asOptions(possibleValues)}
          onChange={({ target }) => one(String(target.value))}
        />
      )
    case 'List':
      return (
        <Select
          mode="tags"
          aria-label={label}
          className="inference-input"
          open={possibleValues.length > 0 ? undefined : false}
          suffixIcon={null}
          value={[...value]}
          options={asOptions(possibleValues)}
          onChange={(all: string[]) => onChange(all)}
          {...status}
        />
      )
    case 'Date/Time':
      return (
        <DatePicker
          aria-label={label}
          className="inference-input"
          format={dateFormat}
          placeholder={dateFormat}
          value={dayOf(first)}
          disabledDate={(day) => period !== undefined && isOutOfPeriod(day, period.is, period.otherValue)}
          onChange={(day) => one(day?.format(dateFormat))}
          {...status}
        />
      )
    case 'Text Box':
    case 'Dynamic Table':
      return (
        <Input
          aria-label={label}
          maxLength={2000}
          value={first}
          onChange={({ target }) => one(target.value)}
          {...status}
        />
      )
  }
}
