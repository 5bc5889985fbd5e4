import { call } from '@dictara/browser/call'
import { type ClinicAdmin, operatorCalls, type Reason } from '@dictara/contract/operator'
import type { StoredUser } from '@dictara/contract/identity'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useId, useState } from 'react'
import { Failed } from '../../ui/failed.tsx'
import { Page } from '../../ui/page.tsx'
import { searchDebounceMs } from '../../ui/search-box.tsx'
import { FacilityCards, useFacilityCards } from '../facilities/index.ts'
import { HomeLoading } from './home-loading.tsx'
import { StatCards } from './stat-cards.tsx'
import { useDashboard } from './use-dashboard.ts'

const reasonWords: Record<Reason, string> = {
  ROUTINE: 'Routine check',
  SUPPORT: 'Support request',
  BILLING: 'Billing question',
  INCIDENT: 'Incident',
}

/** What was typed, once the hand rests. */
function useRested(text: string) {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), searchDebounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

const useClinicAdmins = (searchValue: string, reason: Reason) =>
  useQuery({
    queryKey: ['operator', 'clinic-admins', searchValue, reason],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await call(operatorCalls.listClinicAdmins, { query: { searchValue, reason } }, { signal, handler: 'page' }))
        .result,
  })

const useTenant = (userId: string | undefined, reason: Reason) =>
  useQuery({
    queryKey: ['operator', 'tenant', userId, reason],
    enabled: userId !== undefined,
    queryFn: async ({ signal }) =>
      (
        await call(
          operatorCalls.getTenantDashboard,
          { query: { userId: userId!, reason } },
          { signal, handler: 'page' },
        )
      ).result[0]!,
  })

const nameOf = ({ fullName, email }: ClinicAdmin) => `${fullName} · ${email}`

/** Whose clinic is looked into, and why: each look is kept with its reason (DASH-10, S15). */
function TenantSelector({
  chosen,
  onChoose,
  reason,
  onReason,
  admins,
  onSearch,
  isSearched,
}: {
  admins: ReturnType<typeof useClinicAdmins>
  onSearch: (search: string) => void
  isSearched: boolean
  chosen: ClinicAdmin | undefined
  onChoose: (admin: ClinicAdmin | undefined) => void
  reason: Reason
  onReason: (reason: Reason) => void
}) {
  const id = useId()
  // What is chosen keeps its name while another is searched for.
  const found = admins.data ?? []
  const offered = chosen && !found.some(({ id }) => id === chosen.id) && !isSearched ? [chosen, ...found] : found
  return (
    <div className="operator-choice">
      <div>
        <label htmlFor={`${id}-admin`}>Clinic admin</label>
        <Select<string>
          id={`${id}-admin`}
          showSearch={{ filterOption: false, onSearch }}
          allowClear
          placeholder="Search by name or email"
          loading={admins.isFetching}
          notFoundContent={admins.isFetching ? 'Searching …' : 'Nobody of this name or email runs a clinic.'}
          value={chosen?.id ?? null}
          options={offered.map((admin) => ({ value: admin.id, label: nameOf(admin) }))}
          onChange={(userId?: string) => {
            onSearch('')
            onChoose(offered.find((admin) => admin.id === userId))
          }}
        />
      </div>
      <div>
        <label htmlFor={`${id}-reason`}>Reason</label>
        <Select<Reason>
          id={`${id}-reason`}
          value={reason}
          options={Object.entries(reasonWords).map(([value, label]) => ({ value, label }))}
          onChange={onReason}
        />
      </div>
    </div>
  )
}

/** The home of who has the superAdmin flag: one clinic after the other, from afar; otherwise their own (DASH-11, Q012, Q031). */
export function OperatorHome({ user }: { user: StoredUser }) {
  const [chosen, setChosen] = useState<ClinicAdmin>()
  const [reason, setReason] = useState<Reason>('ROUTINE')
  const [search, setSearch] = useState('')
  const admins = useClinicAdmins(useRested(search), reason)
  const tenant = useTenant(chosen?.id, reason)
  const own = useDashboard(user)
  const cards = useFacilityCards(user.id)
  const asked = chosen ? [admins, tenant] : [admins, own, cards]
  const failed = asked.filter(({ isError }) => isError)
  const isPending = asked.some((one) => one.isPending)
  return (
    <Page title={`Hello ${user.firstName} ${user.lastName}`} tabTitle="Dashboard">
      <TenantSelector
        admins={admins}
        onSearch={setSearch}
        isSearched={search !== ''}
        chosen={chosen}
        onChoose={setChosen}
        reason={reason}
        onReason={setReason}
      />
      {isPending && <HomeLoading />}
      {!isPending && failed.length > 0 && (
        <Failed
          of={{
            isError: true,
            error: failed[0]!.error,
            isFetching: failed.some(({ isFetching }) => isFetching),
            refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
          }}
          title="Failed"
          inServersWords
        />
      )}
      {!isPending && failed.length === 0 && (
        <section aria-label="Clinic" className="home-section" aria-live="polite">
          <h2>{chosen ? tenant.data?.clinicName : user.clinicName}</h2>
          <StatCards counts={chosen ? tenant.data : own.data} hidesReviewers={false} />
          <h2>Facilities</h2>
          {chosen ? (
            <FacilityCards key={chosen.id} cards={tenant.data?.facilities} details={tenant.data?.details ?? []} />
          ) : (
            <FacilityCards cards={cards.data} />
          )}
        </section>
      )}
    </Page>
  )
}
