import type { BillRecord } from '@dictara/contract/payments'
import type { z } from 'zod'
import type { ClinicWork } from '../../platform/database/index.ts'
import { notFound } from '../../platform/refusal.ts'
import { jobNumberText } from '../jobs/index.ts'
import { findHeldPlan, listCompletedJobs } from './held-plan.store.ts'
import { findPayment } from './payments.store.ts'
import { periodEnd, periodStart } from './standing.ts'
import { listSubscriptions } from './subscriptions.store.ts'

const mostJobs = 500

/** What a payment paid for: the dictations that were completed in its period (Q163). */
export async function showBill(
  work: ClinicWork,
  facilityId: string,
  transId: string,
): Promise<z.input<typeof BillRecord>> {
  const payment = await findPayment(work, facilityId, transId)
  if (!payment) throw notFound()
  const subscription = (await listSubscriptions(work, facilityId)).find(({ id }) => id === payment.subscriptionId)!
  const { number } = payment
  const days = { first: periodStart(subscription, number), last: periodEnd(subscription, number) }
  const { jobs, more } = await listCompletedJobs(work, facilityId, days, mostJobs)
  const { paidThrough, status } = subscription
  const isNextKnown = status === 'ACTIVE' || (paidThrough !== null && paidThrough > days.last)
  const { name, timeZone } = (await findHeldPlan(work, facilityId))!
  return {
    customerName: name,
    submitTimeLocal: payment.submittedAt,
    timeZone,
    nextTransactionTime: isNextKnown ? periodStart(subscription, number + 1) : null,
    jobs: jobs.map((job) => ({
      id: job.id,
      jobNumber: jobNumberText(job.number),
      submittedTime: job.submittedAt,
      dictationLength: job.audioMs / 1000,
    })),
    moreJobs: more,
  }
}
