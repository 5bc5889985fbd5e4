import { fullMomentIn } from '@dictara/browser/moments'
import type { FacilityOption } from '@dictara/contract/facilities'
import { paymentCalls, type PaymentStatus, paymentStatuses, paymentStatusLabels } from '@dictara/contract/payments'
import { Button, Dropdown } from 'antd'
import { ListFilter } from 'lucide-react'
import { Link } from 'react-router'
import { ListPage, ListPageHead } from '../../ui/list-page.tsx'
import { type Column, ListTable } from '../../ui/list-table.tsx'
import { useListAddress } from '../../ui/use-list-address.ts'
import { useListQuery } from '../../ui/use-list-query.ts'
import { BillingCrumbs, FacilityFilter, WithoutFacility } from './billing-frame.tsx'
import { money } from './money.ts'
import { paymentKey, pendingEveryMs } from './payment-calls.ts'
import { PaymentDrawer } from './payment-drawer.tsx'
import { PaymentPill } from './pill.tsx'
import { cardName } from './saved-card.tsx'
import { type BillingFacility, useBillingFacility } from './use-billing-facility.ts'
import { useOpenPayment } from './use-open-payment.ts'

const title = 'Payment Logs'

const columnsOf = (opening: (id: string) => string): Column<typeof paymentCalls.listPayments>[] => [
  {
    title: 'Transaction ID',
    isHeading: true,
    width: 150,
    render: ({ transId }) => (
      <Link className="row-link" to={opening(transId)}>
        {transId}
      </Link>
    ),
  },
  {
    title: 'Submitted Time',
    width: 210,
    sort: 'submitTimeLocal',
    render: ({ submitTimeLocal, timeZone }) => fullMomentIn(submitTimeLocal, timeZone),
  },
  { title: 'Plan', width: 150, hidden: 'narrow', render: ({ planTitle }) => planTitle },
  { title: 'Card', width: 200, render: ({ cardType, cardNumber }) => cardName(cardType, cardNumber) },
  {
    title: 'Amount',
    width: 110,
    sort: 'settleAmount',
    render: ({ settleAmount, currencyCode }) => money(settleAmount, currencyCode),
  },
  { title: 'Status', width: 180, render: ({ uiStatus }) => <PaymentPill status={uiStatus} /> },
]

const none = 'None'

/** Filters by status. Choosing the current status again removes the filter (BILL-16, BILL-35). */
function StatusFilter({ chosen, onChange }: { chosen: PaymentStatus | undefined; onChange: (next: string) => void }) {
  const items = [
    { key: none, label: none },
    ...paymentStatuses.map((key) => ({ key, label: paymentStatusLabels[key] })),
  ]
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items,
        selectable: true,
        selectedKeys: [chosen ?? none],
        onClick: ({ key }) => onChange(key === chosen || key === none ? '' : key),
      }}
    >
      <Button icon={<ListFilter size={16} aria-hidden />}>
        {chosen ? `Status: ${paymentStatusLabels[chosen]}` : 'Status'}
      </Button>
    </Dropdown>
  )
}

function Payments({ facility, of }: { facility: FacilityOption; of: BillingFacility }) {
  const { facilityId } = facility
  const [address, change] = useListAddress()
  const filterKey = paymentStatuses.find((status) => status === address.get('status'))
  const list = useListQuery(paymentCalls.listPayments, {
    key: paymentKey,
    params: { facilityId },
    ...(filterKey && { scope: { filterKey } }),
    // The gateway reports a payment some time after it was requested.
    refetchInterval: pendingEveryMs,
  })
  const open = useOpenPayment()
  const opened = list.rows.find(({ transId }) => transId === open.id)
  return (
    <>
      <ListPage
        title={title}
        list={list}
        search="Search by Transaction ID"
        chips={
          <>
            <StatusFilter chosen={filterKey} onChange={(status) => change({ status })} />
            <FacilityFilter of={of} />
          </>
        }
        failed={{ title: 'Couldn’t load the payments', inServersWords: true }}
      >
        <ListTable
          list={list}
          label="Payments"
          rowKey="transId"
          keys={{ onOpen: open.open }}
          empty={filterKey || list.search ? 'No payments match.' : 'No payments yet.'}
          columns={columnsOf(open.opening)}
        />
      </ListPage>
      {opened && <PaymentDrawer facility={facility} payment={opened} onClose={open.close} />}
    </>
  )
}

/** Past payments of a facility (BILL-13 to BILL-17). */
export function PaymentLogsPage() {
  const of = useBillingFacility()
  return (
    <div className="billing">
      <BillingCrumbs title="Manage Payment Logs" />
      {of.facility ? (
        <Payments facility={of.facility} of={of} />
      ) : (
        <>
          <ListPageHead title={title}>{null}</ListPageHead>
          <WithoutFacility of={of} />
        </>
      )}
    </div>
  )
}
