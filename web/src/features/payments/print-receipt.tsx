import { audioLength } from '@dictara/browser/clock'
import { fullMomentIn } from '@dictara/browser/moments'
import type { FacilityOption } from '@dictara/contract/facilities'
import { type BillRecord, type PaymentTransaction, paymentStatusLabels } from '@dictara/contract/payments'
import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useUser } from '../../platform/use-user.ts'
import '../../ui/on-paper.css'
import { usePaper } from '../../ui/use-paper.ts'
import { money } from './money.ts'
import './receipt.css'
import { cardName } from './saved-card.tsx'

interface ReceiptProps {
  facility: FacilityOption
  payment: PaymentTransaction
  bill: BillRecord
}

/** A receipt for printing, or for saving as PDF through the browser's print dialog. */
function Receipt({ facility, payment, bill }: ReceiptProps) {
  const user = useUser()
  const { transId, uiStatus, submitTimeLocal, timeZone, planTitle, settleAmount, currencyCode } = payment
  const facts = [
    ['Clinic', user?.clinicName],
    ['Facility', facility.facilityName],
    ['Customer', bill.customerName],
    ['Transaction ID', transId],
    ['Date', fullMomentIn(submitTimeLocal, timeZone)],
    ['Status', paymentStatusLabels[uiStatus]],
    ['Card', cardName(payment.cardType, payment.cardNumber)],
  ] as const
  return (
    <article className="receipt">
      <h1>{uiStatus === 'Success' ? 'Receipt' : 'Payment'}</h1>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="receipt-sum">
        <span>Dictara, {planTitle}</span>
        <strong>{money(settleAmount, currencyCode)}</strong>
      </p>
      {bill.jobs.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>Job ID</th>
              <th>Submitted</th>
              <th>Length</th>
            </tr>
          </thead>
          <tbody>
            {bill.jobs.map(({ id, jobNumber, submittedTime, dictationLength }) => (
              <tr key={id}>
                <td>{jobNumber}</td>
                <td>{fullMomentIn(submittedTime, bill.timeZone)}</td>
                <td>{audioLength(dictationLength)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {bill.moreJobs > 0 && <p>And {bill.moreJobs.toLocaleString('en-US')} more dictations.</p>}
    </article>
  )
}

/** Prints the receipt of a payment once its bill is loaded. */
export function PrintReceipt({ bill, ...of }: Omit<ReceiptProps, 'bill'> & { bill: BillRecord | undefined }) {
  const [isPrinting, setPrinting] = useState(false)
  usePaper(isPrinting, () => setPrinting(false))
  return (
    <>
      <Button icon={<Printer size={16} aria-hidden />} disabled={!bill} onClick={() => setPrinting(true)}>
        Print Receipt
      </Button>
      {isPrinting &&
        bill &&
        createPortal(
          <div>
            <div className="on-paper" aria-hidden="true">
              <Receipt {...of} bill={bill} />
            </div>
          </div>,
          document.body,
        )}
    </>
  )
}
