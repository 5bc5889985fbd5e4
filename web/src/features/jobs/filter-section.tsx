import { Checkbox, Empty, Flex, Input, Spin, Typography } from 'antd'
import { useState } from 'react'
import { Failed } from '../../ui/failed.tsx'
import type { Filter } from '../../ui/filter-chips.tsx'

export interface FilterSectionProps extends Filter {
  title: 'Author' | 'Facility'
  /** Fetches the choices. */
  of: { isError: boolean; error: Error | null; isFetching: boolean; refetch: () => unknown }
}

/** A section of the filter drawer: a search box above checkboxes (JOBS-41). */
export function FilterSection({ title, options, of, chosen, onChange }: FilterSectionProps) {
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
        <Failed of={of} title={`The list of ${title === 'Author' ? 'authors' : 'facilities'} could not be fetched.`} />
        {!shown && !of.isError && <Spin aria-label={`Fetching ${title}`} />}
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
