import { Button, Checkbox, Popover } from 'antd'
import { ListFilter } from 'lucide-react'
import { useRef } from 'react'
import { FacilitiesFailed, type useFacilities } from '../facilities/index.ts'
import type { Filter } from '../../ui/filter-chips.tsx'

/** In pixels; longer lists scroll (PEOP-57). */
const mostHeight = 400

interface FacilityFilterProps extends Pick<Filter, 'chosen' | 'onChange'> {
  facilities: ReturnType<typeof useFacilities>
}

/** Filters a list of people by facility (PEOP-04, PEOP-57). Tab leads into the panel, and Escape returns to its button. */
export function FacilityFilter({ facilities, chosen, onChange }: FacilityFilterProps) {
  const button = useRef<HTMLButtonElement>(null)
  const list = facilities.isError ? (
    <FacilitiesFailed facilities={facilities} />
  ) : (
    <div style={{ maxHeight: mostHeight, overflow: 'auto', minWidth: 220 }}>
      <Checkbox.Group
        style={{ display: 'grid', gap: 8 }}
        value={[...chosen]}
        options={(facilities.data ?? []).map(({ facilityId, facilityName }) => ({
          value: facilityId,
          label: facilityName,
        }))}
        onChange={(values) => onChange(values.map(String))}
      />
      {chosen.length > 0 && (
        <Button type="link" onClick={() => onChange([])}>
          All facilities
        </Button>
      )}
    </div>
  )
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      title="Facility"
      content={list}
      getPopupContainer={(trigger) => trigger.parentElement!}
      onOpenChange={(isOpen) => !isOpen && document.activeElement?.closest('.ant-popover') && button.current?.focus()}
    >
      <Button ref={button} icon={<ListFilter size={16} aria-hidden />} aria-haspopup="dialog">
        {chosen.length > 0 ? `Facility (${chosen.length})` : 'Facility'}
      </Button>
    </Popover>
  )
}
