import type { FacilityOption } from '@dictara/contract/facilities'
import { useState } from 'react'
import { Pager } from '../../ui/pager.tsx'
import { useFacilityPlan } from './payment-calls.ts'
import { StandingPill } from './pill.tsx'
import { standingOf } from './standing.ts'

const pageSize = 10

function FacilityRow({
  facility,
  isShown,
  onShow,
}: {
  facility: FacilityOption
  isShown: boolean
  onShow: () => void
}) {
  const { data, isError } = useFacilityPlan(facility.facilityId)
  const standing = data && standingOf(data)
  return (
    <tr aria-current={isShown}>
      <th scope="row">
        <button type="button" aria-pressed={isShown} onClick={onShow}>
          {facility.facilityName}
        </button>
      </th>
      <td>{standing?.plan ?? '–'}</td>
      <td>{standing ? <StandingPill kind={standing.kind} /> : isError ? 'Not known' : '–'}</td>
      <td>{standing?.term}</td>
    </tr>
  )
}

interface FacilityPlansProps {
  facilities: readonly FacilityOption[]
  shown: FacilityOption
  onShow: (facilityId: string) => void
}

/** All facilities of an admin, each with its plan. A press shows one of them below. */
export function FacilityPlans({ facilities, shown, onShow }: FacilityPlansProps) {
  const [page, setPage] = useState(() => Math.floor(facilities.indexOf(shown) / pageSize))
  return (
    <section aria-label="Facilities" className="billing-box">
      <table aria-label="Plans of your facilities" className="facility-plans">
        <thead>
          <tr>
            {['Facility', 'Plan', 'Status', 'Term'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {facilities.slice(page * pageSize, (page + 1) * pageSize).map((facility) => (
            <FacilityRow
              key={facility.facilityId}
              facility={facility}
              isShown={facility === shown}
              onShow={() => onShow(facility.facilityId)}
            />
          ))}
        </tbody>
      </table>
      {facilities.length > pageSize && (
        <Pager name="Pages of facilities" page={page} size={pageSize} total={facilities.length} onPage={setPage} />
      )}
    </section>
  )
}
