import { Alert, Button, Checkbox, Empty, Flex, Input, Spin, Typography } from 'antd'
import { useState } from 'react'

export interface FilterOption {
  id: string
  name: string
}

interface FilterSectionProps {
  title: 'Author' | 'Facility'
  /** Absent while they are fetched. */
  options: readonly FilterOption[] | undefined
  hasFailed: boolean
  onRetry: () => void
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}

/** A part of the filter drawer: a search box over checkboxes (JOBS-41). */
export function FilterSection({ title, options, hasFailed, onRetry, chosen, onChange }: FilterSectionProps) {
  const [sought, setSought] = useState('')
  const shown = options?.filter(({ name }) => name.toLowerCase().includes(sought.trim().toLowerCase()))
  const toggle = (id: string, isOn: boolean) => onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <fieldset style={{ border: 0, margin: '0 0 24px', padding: 0 }}>
      <Typography.Text strong>
        <legend style={{ padding: 0, marginBottom: 8 }}>{title}</legend>
      </Typography.Text>
      <Input
        type="search"
        aria-label={`Search ${title}`}
        placeholder={`Search ${title}`}
        value={sought}
        onChange={(event) => setSought(event.target.value)}
      />
      <Flex vertical gap="small" style={{ marginTop: 12, maxHeight: 260, overflowY: 'auto' }}>
        {hasFailed && (
          <Alert
            type="error"
            title={`The list of ${title === 'Author' ? 'authors' : 'facilities'} could not be fetched.`}
            action={<Button onClick={onRetry}>Retry</Button>}
          />
        )}
        {!shown && !hasFailed && <Spin aria-label={`Fetching ${title}`} />}
        {shown?.map(({ id, name }) => (
          <Checkbox key={id} checked={chosen.includes(id)} onChange={(event) => toggle(id, event.target.checked)}>
            {name}
          </Checkbox>
        ))}
        {shown?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="Nothing found" />}
      </Flex>
    </fieldset>
  )
}
