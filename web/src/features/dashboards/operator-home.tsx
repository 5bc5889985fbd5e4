import { call } from '@dictara/browser/call'
import { type ClinicAdmin, operatorCalls, type Reason } from '@dictara/contract/operator'
import type { StoredUser } from '@dictara/contract/identity'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { Failed } from '../../ui/failed.tsx'
import { Page } from '../../ui/page.tsx'
import { searchDebounceMs } from '../../ui/search-box.tsx'
import { useRested } from '../../ui/use-rested.ts'
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

/** Chooses whose clinic to open, and why. The server stores each look with its reason (DASH-10, S15). */
function TenantSelector({
  chosen,
  ownName,
  onOpen,
  admins,
  onSearch,
  isSearched,
}: {
  admins: ReturnType<typeof useClinicAdmins>
  onSearch: (search: string) => void
  isSearched: boolean
  /** The person whose clinic is open; none: the operator's own clinic. */
  chosen: ClinicAdmin | undefined
  ownName: string
  onOpen: (admin: ClinicAdmin | undefined, reason: Reason) => void
}) {
  const id = useId()
  const [picked, setPicked] = useState(chosen)
  const [reason, setReason] = useState<Reason>('ROUTINE')
  // The chosen person keeps their name while another one is searched.
  const found = admins.data ?? []
  const offered = picked && !found.some(({ id }) => id === picked.id) && !isSearched ? [picked, ...found] : found
  function open(event: FormEvent) {
    event.preventDefault()
    onOpen(picked, reason)
  }
  return (
    <form aria-labelledby={`${id}-title`} className="operator-choice" onSubmit={open}>
      <h2 id={`${id}-title`}>Open a clinic</h2>
      <p>See a clinic’s figures and facilities as its administrator does. Each visit is logged with its reason.</p>
      <div>
        <label htmlFor={`${id}-admin`}>Clinic admin</label>
        <Select<string>
          id={`${id}-admin`}
          showSearch={{ filterOption: false, onSearch }}
          allowClear
          placeholder="Search by name or email"
          loading={admins.isFetching}
          notFoundContent={admins.isFetching ? 'Searching…' : 'No clinic admin with this name or email.'}
          value={picked?.id ?? null}
          options={offered.map((admin) => ({ value: admin.id, label: nameOf(admin) }))}
          onChange={(userId?: string) => {
            onSearch('')
            setPicked(offered.find((admin) => admin.id === userId))
          }}
        />
      </div>
      <div>
        <label htmlFor={`${id}-reason`}>Reason</label>
        <Select<Reason>
          id={`${id}-reason`}
          value={reason}
          options={Object.entries(reasonWords).map(([value, label]) => ({ value, label }))}
          onChange={setReason}
        />
      </div>
      <Button type="primary" htmlType="submit" disabled={!picked}>
        Open clinic
      </Button>
      {chosen && <Button onClick={() => onOpen(undefined, reason)}>Back to {ownName}</Button>}
    </form>
  )
}

/**
 * The home of people with the superAdmin flag: a read-only view of one clinic at a time, otherwise their own clinic
 * (DASH-11, Q012, Q031).
 */
export function OperatorHome({ user }: { user: StoredUser }) {
  const [chosen, setChosen] = useState<ClinicAdmin>()
  const [reason, setReason] = useState<Reason>('ROUTINE')
  const [search, setSearch] = useState('')
  const admins = useClinicAdmins(useRested(search, searchDebounceMs), reason)
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
        ownName={user.clinicName ?? 'your own clinic'}
        onOpen={(admin, why) => {
          setChosen(admin)
          setReason(why)
        }}
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
