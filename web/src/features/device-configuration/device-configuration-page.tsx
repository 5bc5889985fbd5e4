import { useQueryClient } from '@tanstack/react-query'
import { Alert, Select, Skeleton } from 'antd'
import { type ReactNode, useId } from 'react'
import { Failed } from '../../ui/failed.tsx'
import { SettingPage } from '../settings/index.ts'
import { useListAddress } from '../../ui/use-list-address.ts'
import { FacilitiesFailed, useFacilities } from '../facilities/index.ts'
import { fieldsKey, useEhrFields, useWorkTypes } from './device-configuration-queries.ts'
import { ExposedFields } from './exposed-fields.tsx'
import './device-configuration.css'

interface ChoiceProps {
  label: string
  placeholder?: string
  value: string | undefined
  options: { value: string; label: string }[]
  isLoading?: boolean
  onChange: (value: string) => void
}

/** A select with its label above it. */
function Choice({ label, placeholder, value, options, isLoading = false, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        {...(placeholder && { placeholder })}
        value={value}
        options={options}
        loading={isLoading}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={onChange}
      />
    </div>
  )
}

/** Which fields of its EHR a facility exposes for each work type (SETT-12 to SETT-20). */
export function DeviceConfigurationPage() {
  const [address, change] = useListAddress()
  const facilities = useFacilities()
  const enabled = (facilities.data ?? []).filter(({ disabled }) => !disabled)
  const facility = enabled.find(({ facilityId }) => facilityId === address.get('facility')) ?? enabled[0]
  return (
    <SettingPage title="Device Config">
      <p className="device-about">
        Choose which EHR fields the inference panel shows beside a note of each work type. Until you save a choice, it
        shows all of them.
      </p>
      <FacilitiesFailed facilities={facilities} />
      {facilities.isPending && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {facilities.isSuccess && !facility && <Alert type="info" title="You aren’t linked to an enabled facility." />}
      {facility && (
        <OfFacility
          key={facility.facilityId}
          facilityId={facility.facilityId}
          workType={address.get('workType')}
          onWorkType={(workType) => change({ workType })}
        >
          <Choice
            label="Facility"
            value={facility.facilityId}
            options={enabled.map(({ facilityId, facilityName }) => ({ value: facilityId, label: facilityName }))}
            onChange={(id) => change({ facility: id })}
          />
        </OfFacility>
      )}
    </SettingPage>
  )
}

interface OfFacilityProps {
  facilityId: string
  /** The work type in the address. */
  workType: string | null
  onWorkType: (workType: string) => void
  /** The control that chooses the facility. */
  children: ReactNode
}

function OfFacility({ facilityId, workType, onWorkType, children }: OfFacilityProps) {
  const workTypes = useWorkTypes(facilityId)
  const chosen = workTypes.data?.find((one) => one === workType)
  // The work type in the address may or may not exist at this facility, so wait until that is known.
  const isKnown = workType === null || workTypes.isSuccess
  return (
    <>
      <div className="device-of">
        {children}
        <Choice
          label="Work Type"
          placeholder="Select work type"
          value={chosen}
          options={(workTypes.data ?? []).map((one) => ({ value: one, label: one }))}
          isLoading={workTypes.isPending}
          onChange={onWorkType}
        />
      </div>
      <Failed of={workTypes} title="Couldn’t load the work types" />
      {isKnown && <Fields key={chosen} facilityId={facilityId} workType={chosen} />}
    </>
  )
}

function Fields({ facilityId, workType }: { facilityId: string; workType: string | undefined }) {
  const client = useQueryClient()
  const fields = useEhrFields(facilityId, workType)
  return (
    <>
      <Failed of={fields} title="Couldn’t load the EHR’s fields" inServersWords />
      {fields.isPending && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {fields.data?.fields.length === 0 && (
        <Alert type="info" title="This facility has no EHR, so there are no fields to choose." />
      )}
      {fields.data && fields.data.fields.length > 0 && (
        <ExposedFields
          facilityId={facilityId}
          workType={workType}
          kept={fields.data}
          fetchAnew={async () => (await fields.refetch()).data}
          onSaved={(kept) => client.setQueryData(fieldsKey(facilityId, workType), kept)}
        />
      )}
    </>
  )
}
