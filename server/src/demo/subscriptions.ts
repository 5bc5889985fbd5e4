import { addMonths } from '../features/plans/index.ts'
import type { Work } from '../platform/database/index.ts'
import { newId } from '../platform/ids.ts'
import { type DemoPayment, insertPayments, insertSubscription } from './subscriptions.store.ts'

const dayMs = 86_400_000
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
const dayBefore = (day: string) => dayOf(new Date(Date.parse(day) - dayMs))
const monthsPaid = 12
const [monthly, annual] = [7_500, 81_000]

const settled = { gatewayStatus: 'settledSuccessfully', status: 'Success', refundOf: null } as const
const declined = { gatewayStatus: 'declined', status: 'Failed', refundOf: null } as const
const captured = { gatewayStatus: 'capturedPendingSettlement', status: 'Processing', refundOf: null } as const

/** A year of monthly payments: once the card was declined and charged a day later, and of the last one a part is given back. */
function paymentsOfYear(startsOn: string, idOf: (number: number) => string): DemoPayment[] {
  return Array.from({ length: monthsPaid }, (_, at) => at + 1).flatMap((number): DemoPayment[] => {
    const submittedAt = new Date(`${addMonths(startsOn, number - 1)}T10:04:00Z`)
    const later = (days: number) => new Date(submittedAt.getTime() + days * dayMs)
    const paid = { ...settled, transId: idOf(number * 10), number, submittedAt, amountCents: monthly }
    if (number === 7)
      return [
        { ...paid, ...declined },
        { ...paid, transId: idOf(number * 10 + 1), submittedAt: later(1) },
      ]
    if (number < monthsPaid) return [paid]
    const status = { gatewayStatus: 'refundPendingSettlement', status: 'Refund_processing' } as const
    const refund = { ...status, transId: idOf(number * 10 + 1), refundOf: paid.transId, amountCents: 2_500 }
    return [paid, { ...paid, ...refund, submittedAt: later(25) }]
  })
}

/**
 * What a facility of the demo has paid: Standard by the month for a year, and now by the year. No payment gateway knows of it, so none
 * is asked for it.
 */
export async function insertDemoSubscriptions(
  work: Work,
  of: { clinicId: string; facilityId: string; userId: string },
): Promise<void> {
  const today = dayOf(new Date(work.now.getTime() - dayMs))
  const began = addMonths(today, -monthsPaid)
  const first = 60_120_000_000 + Number.parseInt(of.facilityId.slice(-6), 16)
  const idOf = (number: number) => String(first + number)
  const [monthlyId, annualId] = [newId(), newId()]
  const subscriptions = [
    {
      id: monthlyId,
      plan: 'STANDARD',
      amountCents: monthly,
      months: 1,
      startsOn: began,
      paidThrough: dayBefore(today),
    },
    {
      id: annualId,
      plan: 'STANDARD_ANNUAL',
      amountCents: annual,
      months: 12,
      startsOn: today,
      paidThrough: dayBefore(addMonths(today, 12)),
    },
  ] as const
  for (const subscription of subscriptions)
    await insertSubscription(work, of, { ...subscription, isOver: subscription.id === monthlyId })
  await insertPayments(work, of, monthlyId, paymentsOfYear(began, idOf))
  const submittedAt = new Date(`${today}T10:04:00Z`)
  const latest = { ...captured, transId: idOf(monthsPaid * 10 + 9), number: 1, submittedAt, amountCents: annual }
  await insertPayments(work, of, annualId, [latest])
}
