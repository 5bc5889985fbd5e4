import { Button, Checkbox, Flex, Input, Popover } from 'antd'
import { ListFilter } from 'lucide-react'
import { useRef, useState } from 'react'
import { Failed } from '../../ui/failed.tsx'
import { useRosterFacilities } from './use-roster.ts'

interface FacilityChoiceProps {
  chosen: readonly string[]
  onChange: (ids: readonly string[]) => void
}

/** The facility checkboxes. Changes apply only when the person presses Apply (ROST-05). */
function Choice({ chosen, onChange, onLeave }: FacilityChoiceProps & { onLeave: () => void }) {
  const [ticked, setTicked] = useState<readonly string[]>(chosen)
  const [search, setSearch] = useState('')
  const facilities = useRosterFacilities(search.trim())
  const found = facilities.data ?? []
  // Facilities that the search hides stay ticked.
  const hidden = ticked.filter((id) => !found.some(({ facilityId }) => facilityId === id))
  const apply = () => {
    onChange(ticked)
    onLeave()
  }
  return (
    <div className="roster-facilities">
      <Input
        allowClear
        type="search"
        aria-label="Search facilities"
        placeholder="Search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onPressEnter={apply}
      />
      <Failed of={facilities} title="User Facilities Fetch Failed" inServersWords />
      <Checkbox.Group
        className="roster-facility-list"
        value={ticked.filter((id) => !hidden.includes(id))}
        options={found.map(({ facilityId, facilityName }) => ({ value: facilityId, label: facilityName }))}
        onChange={(values) => setTicked([...hidden, ...values.map(String)])}
      />
      <Flex gap="small" justify="end">
        <Button size="small" onClick={() => setTicked([])}>
          Clear
        </Button>
        <Button size="small" onClick={onLeave}>
          Cancel
        </Button>
        <Button size="small" type="primary" onClick={apply}>
          Apply
        </Button>
      </Flex>
    </div>
  )
}

/** Filters a roster by facility (ROST-05). Tab leads into the panel, and Escape returns to its button. */
export function FacilityChoice({ chosen, onChange }: FacilityChoiceProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const leave = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      title="Facilities"
      open={isOpen}
      destroyOnHidden
      content={<Choice chosen={chosen} onChange={onChange} onLeave={leave} />}
      getPopupContainer={(trigger) => trigger.parentElement!}
      onOpenChange={(next) => {
        if (!next && document.activeElement?.closest('.ant-popover')) button.current?.focus()
        setOpen(next)
      }}
    >
      <Button ref={button} icon={<ListFilter size={16} aria-hidden />} aria-haspopup="dialog" aria-expanded={isOpen}>
        {chosen.length > 0 ? `Facilities (${chosen.length})` : 'Facilities'}
      </Button>
    </Popover>
  )
}
