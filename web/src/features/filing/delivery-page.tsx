import { call } from '@dictara/browser/call'
import { momentIn } from '@dictara/browser/moments'
import { type Delivery, type DeliveryState, filingCalls } from '@dictara/contract/filing'
import type { StoredUser } from '@dictara/contract/identity'
import { jobCalls } from '@dictara/contract/jobs'
import { Button, Select, Tag } from 'antd'
import { Link } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { jobQueries } from '../../platform/query-client.ts'
import { useUser } from '../../platform/use-user.ts'
import { Cut } from '../../ui/cut.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { type Column, ListTable } from '../../ui/list-table.tsx'
import { ToggleChip } from '../../ui/toggle-chip.tsx'
import { useAction } from '../../ui/use-action.ts'
import { editorOf } from '../jobs/index.ts'
import './delivery.css'
import { Destinations } from './destinations.tsx'
import { useDeliveries, useDestinations } from './use-deliveries.ts'

const states: Record<
  DeliveryState,
  { word: string; title: string; color?: string; list: 'in-progress' | 'completed' | 'incomplete' }
> = {
  WAITING: { word: 'Waiting', title: 'On their way to the EHR', list: 'in-progress' },
  FAILED: {
    word: 'Failed',
    title: 'Not in the EHR; somebody has to send them again',
    color: 'error',
    list: 'incomplete',
  },
  FILED: { word: 'Delivered', title: 'The EHR said that it has them', list: 'completed' },
}

function State({ of: { state, strikeStatus } }: { of: Delivery }) {
  const { word, color } = states[state]
  return (
    <>
      <Tag color={color}>{word}</Tag>
      {strikeStatus === 'STRUCK' && <Tag color="error">Struck Out</Tag>}
      {strikeStatus === 'FAILED' && <Tag color="error">Strike-out failed</Tag>}
    </>
  )
}

function SendAgain({ of: { jobId, jobNumber } }: { of: Delivery }) {
  const act = useAction({ refreshes: jobQueries })
  const send = () => call(jobCalls.retryJobs, { query: { jobIds: [jobId] } })
  return (
    <Button
      size="small"
      disabled={act.isBusy}
      aria-label={`Send again, job ${jobNumber}`}
      onClick={() => void act.run(send, { done: `The note of job ${jobNumber} is being sent again.` })}
    >
      Send again
    </Button>
  )
}

const columnsFor = (user: StoredUser): readonly Column<typeof filingCalls.listDeliveries>[] => [
  {
    title: 'Job ID',
    isHeading: true,
    width: 80,
    render: ({ jobId, jobNumber, state, isJobDeleted }) =>
      isJobDeleted ? (
        jobNumber
      ) : (
        <Link className="delivery-job" to={editorOf(user, jobId, states[state].list)}>
          {jobNumber}
        </Link>
      ),
  },
  { title: 'Patient Name', render: ({ patientName }) => <Cut text={patientName} /> },
  { title: 'MRN', isBelow: true, render: ({ medicalRecordNumber }) => medicalRecordNumber },
  { title: 'Facility', render: ({ facilityName }) => <Cut text={facilityName} /> },
  { title: 'EHR', isBelow: true, render: ({ ehrName }) => <Cut text={ehrName} /> },
  { title: 'Approved', sort: 'approvedAt', width: 150, render: (row) => momentIn(row.approvedAt, row.timeZone) },
  { title: 'Status', width: 110, render: (row) => <State of={row} /> },
  {
    title: 'Acknowledged',
    width: 150,
    render: ({ acknowledgedAt, timeZone }) => acknowledgedAt && momentIn(acknowledgedAt, timeZone),
  },
  { title: 'Reference', isBelow: true, render: ({ reference }) => reference && <Cut text={reference} /> },
  { title: 'Tries', width: 50, hidden: 'middle', render: ({ attempts }) => attempts },
  { title: 'Reason', isNote: true, render: ({ error }) => error },
  {
    title: 'Action',
    isRigid: true,
    width: 108,
    render: (row) => row.state === 'FAILED' && !row.isJobDeleted && <SendAgain of={row} />,
  },
]

/** Notes of facilities without an EHR are not delivered. */
const NothingSent = ({ hasEhr }: { hasEhr: boolean }) =>
  hasEhr ? (
    'No note has been sent to an EHR yet. Finished notes of facilities with an EHR appear here.'
  ) : (
    <>
      Finished notes are under <Link to={paths.jobsFlat('completed')}>Jobs</Link>. To have them sent to your EHR,{' '}
      <Link to={paths.ehrConfiguration}>connect it</Link>.
    </>
  )

/**
 * Every note on its way to an EHR: where it was sent, when it was acknowledged, what failed and why, with a button to
 * send it again.
 */
export function DeliveryPage() {
  const user = useUser()
  const list = useDeliveries()
  const destinations = useDestinations()
  const ofState = list.filter('states')
  const ofFacility = list.filter('facilityIds')
  if (!user) return null
  const isChosen = list.search !== '' || ofState.chosen.length > 0 || ofFacility.chosen.length > 0
  return (
    <ListPage
      title="Delivery"
      list={list}
      search="Search Job ID or Patient"
      chips={Object.entries(states).map(([state, { word, title }]) => (
        <ToggleChip
          key={state}
          label={word}
          title={title}
          isOn={ofState.chosen.includes(state)}
          onChange={(isOn) =>
            ofState.onChange(isOn ? [...ofState.chosen, state] : ofState.chosen.filter((other) => other !== state))
          }
        />
      ))}
      actions={
        <Select
          mode="multiple"
          aria-label="Facility"
          placeholder="All facilities"
          className="delivery-choice"
          maxTagCount="responsive"
          showSearch={{ optionFilterProp: 'label' }}
          loading={destinations.isPending}
          value={[...ofFacility.chosen]}
          options={(destinations.data ?? []).map(({ facilityId, facilityName }) => ({
            value: facilityId,
            label: facilityName,
          }))}
          onChange={(ids: string[]) => ofFacility.onChange(ids)}
        />
      }
      failed={{ title: 'The deliveries couldn’t be loaded.' }}
    >
      <Destinations of={destinations} />
      <ListTable
        list={list}
        empty={isChosen ? 'No notes found.' : <NothingSent hasEhr={destinations.data?.length !== 0} />}
        columns={columnsFor(user)}
      />
    </ListPage>
  )
}
