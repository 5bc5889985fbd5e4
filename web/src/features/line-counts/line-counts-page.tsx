import { call } from '@dictara/browser/call'
import { type LineCount, lineCountCalls as calls, lineGroupLabels, lineGroups } from '@dictara/contract/line-counts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { useUser } from '../../platform/use-user.ts'
import { CsvButton } from '../../ui/csv-button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { ListPageHead } from '../../ui/list-page.tsx'
import { useListAddress } from '../../ui/use-list-address.ts'
import { FacilityChoice } from '../facilities/index.ts'
import { lineCountsKey } from './line-counts-key.ts'
import './line-counts.css'
import { LineTable } from './line-table.tsx'
import { rateText } from './money.ts'
import { periodIn, PeriodPicker } from './period.tsx'
import { RateDrawer, type RateToChange } from './rate-drawer.tsx'

const options = lineGroups.map((value) => ({ value, label: lineGroupLabels[value] }))

/** The lines and minutes that were typed in a period, and their cost, for people who pay typists (Q205). */
export function LineCountsPage() {
  const user = useUser()
  const [address, change] = useListAddress()
  const [changed, setChanged] = useState<RateToChange>()
  const by = lineGroups.find((group) => group === address.get('by')) ?? 'typist'
  const facilityIds = (address.get('facilities') ?? '').split(',').filter(Boolean)
  const query = { ...periodIn(address), by, facilityIds }
  const counts = useQuery({
    queryKey: [...lineCountsKey, query],
    queryFn: async ({ signal }) =>
      (await call(calls.countLines, { query }, { signal, handler: 'page' })).result.map((one) => ({ ...one, by }))[0]!,
    placeholderData: keepPreviousData,
  })
  const runsClinic = user?.userType === 'clinicAdmin'
  const usualRate = counts.data?.usualRate ?? null
  return (
    <div className="line-counts">
      <ListPageHead title="Line counts">
        <Segmented
          aria-label="Group by"
          options={options}
          value={by}
          onChange={(group) => change({ by: group === 'typist' ? '' : group })}
        />
        <PeriodPicker period={query} onChange={(period) => change({ ...period })} />
        <FacilityChoice chosen={facilityIds} onChange={(ids) => change({ facilities: ids.join(',') })} />
        {runsClinic && (
          <Button disabled={!counts.data} onClick={() => setChanged({ rate: usualRate })}>
            Pay rate
          </Button>
        )}
        <CsvButton spec={calls.exportLines} name="line-counts" input={{ query }} />
      </ListPageHead>
      <Failed of={counts} title="Couldn’t count the lines" inServersWords />
      {counts.isPending && (
        <Skeleton active title={false} paragraph={{ rows: 6 }} aria-label="Line counts are loading" />
      )}
      {counts.data && (
        <div aria-busy={counts.isFetching}>
          <LineTable
            by={counts.data.by}
            counts={counts.data}
            mayChange={runsClinic}
            onRate={({ id, name, rate, hasOwnRate }: LineCount) =>
              setChanged({ person: { id, name }, rate: hasOwnRate ? rate : null })
            }
          />
          <p className="line-counts-note">
            {usualRate !== null &&
              `Transcriptionists without a rate of their own are paid ${rateText(usualRate)} a line. `}
            A dictation counts once: for whoever completed its typing first, on that day at its facility. Lines are
            counted by the line length of the clinic at that time.
          </p>
        </div>
      )}
      {changed && <RateDrawer {...changed} usualRate={usualRate} onClose={() => setChanged(undefined)} />}
    </div>
  )
}
