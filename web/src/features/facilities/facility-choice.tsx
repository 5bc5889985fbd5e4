import { Select } from 'antd'
import './facility-choice.css'
import { FacilitiesFailed, useFacilities } from './use-facilities.tsx'

interface FacilityChoiceProps {
  chosen: readonly string[]
  onChange: (ids: readonly string[]) => void
}

/** Narrows a list to facilities (AUD-06). */
export function FacilityChoice({ chosen, onChange }: FacilityChoiceProps) {
  const facilities = useFacilities()
  return (
    <>
      <FacilitiesFailed facilities={facilities} />
      <Select
        disabled={facilities.isError}
        mode="multiple"
        aria-label="Facility"
        placeholder="All facilities"
        className="facility-choice"
        maxTagCount="responsive"
        showSearch={{ optionFilterProp: 'label' }}
        loading={facilities.isPending}
        value={[...chosen]}
        options={(facilities.data ?? []).map(({ facilityId, facilityName }) => ({
          value: facilityId,
          label: facilityName,
        }))}
        onChange={(ids: string[]) => onChange(ids)}
      />
    </>
  )
}
