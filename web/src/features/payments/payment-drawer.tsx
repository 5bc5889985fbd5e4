import { audioLength } from '@dictara/browser/clock'
import { call } from '@dictara/browser/call'
import { fullMomentIn, shownDay } from '@dictara/browser/moments'
import type { FacilityOption } from '@dictara/contract/facilities'
import { type BillRecord, paymentCalls, type PaymentTransaction } from '@dictara/contract/payments'
import { useQuery } from '@tanstack/react-query'
import { Descriptions, Drawer, Skeleton } from 'antd'
import { Failed } from '../../ui/failed.tsx'
import { RecordTable } from '../../ui/record-table.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { money } from './money.ts'
import { paymentKey } from './payment-calls.ts'
import { PaymentPill } from './pill.tsx'
import { PrintReceipt } from './print-receipt.tsx'
import { cardName } from './saved-card.tsx'

/** The item that a payment paid for (BILL-18, BILL-19). */
function BillSummary({ bill }: { bill: BillRecord }) {
  const { customerName, submitTimeLocal, nextTransactionTime, timeZone, jobs, moreJobs } = bill
  const facts = [
    { key: 'customer', label: 'Customer Name', children: customerName },
    { key: 'submitted', label: 'Submitted Time', children: fullMomentIn(submitTimeLocal, timeZone) },
    {
      key: 'next',
      label: 'Next Transaction',
      children: nextTransactionTime ? shownDay(nextTransactionTime) : 'None planned',
    },
  ]
  return (
    <>
      <Descriptions size="small" column={{ xs: 1, sm: 2 }} items={facts} />
      <h3>Transcription details</h3>
      {jobs.length === 0 ? (
        <p className="record-empty">No Transcriptions Completed during the selected period.</p>
      ) : (
        <RecordTable
          label="Transcription details"
          rows={jobs}
          columns={[
            { title: 'Job ID', render: ({ jobNumber }) => jobNumber },
            { title: 'Submitted Time', render: ({ submittedTime }) => fullMomentIn(submittedTime, timeZone) },
            { title: 'Length', render: ({ dictationLength }) => audioLength(dictationLength) },
          ]}
        />
      )}
      {moreJobs > 0 && <p className="billing-quiet">And {moreJobs.toLocaleString('en-US')} more.</p>}
    </>
  )
}

interface PaymentDrawerProps {
  facility: FacilityOption
  payment: PaymentTransaction
  onClose: () => void
}

/** A payment: the transaction, and the summary of its bill (BILL-17 to BILL-19). */
export function PaymentDrawer({ facility, payment, onClose }: PaymentDrawerProps) {
  useFocusBack()
  const { transId, uiStatus, submitTimeLocal, timeZone, settleAmount, currencyCode, planTitle } = payment
  const bill = useQuery({
    queryKey: [...paymentKey, 'bill', facility.facilityId, transId],
    queryFn: async ({ signal }) =>
      (
        await call(
          paymentCalls.getBill,
          { params: { facilityId: facility.facilityId, id: transId } },
          { signal, handler: 'page' },
        )
      ).result[0]!,
  })
  const facts = [
    { key: 'id', label: 'Transaction ID', children: transId },
    { key: 'status', label: 'Status', children: <PaymentPill status={uiStatus} /> },
    { key: 'time', label: 'Submitted Time', children: fullMomentIn(submitTimeLocal, timeZone) },
    { key: 'amount', label: 'Amount', children: money(settleAmount, currencyCode) },
    { key: 'card', label: 'Card', children: cardName(payment.cardType, payment.cardNumber) },
    { key: 'plan', label: 'Plan', children: planTitle },
    { key: 'facility', label: 'Facility', children: facility.facilityName },
  ]
  return (
    <Drawer
      open
      title="Transaction Details"
      size="min(100%, 640px)"
      classNames={{ body: 'payment-drawer' }}
      onClose={onClose}
      extra={<PrintReceipt facility={facility} payment={payment} bill={bill.data} />}
    >
      <Descriptions size="small" column={{ xs: 1, sm: 2 }} items={facts} />
      <h2>Bill Summary</h2>
      <Failed of={bill} title="Couldn’t load the bill" inServersWords />
      {bill.isPending && <Skeleton active title={false} paragraph={{ rows: 4 }} aria-label="Loading the bill" />}
      {bill.data && <BillSummary bill={bill.data} />}
    </Drawer>
  )
}
