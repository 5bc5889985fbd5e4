import { paymentCalls } from '@dictara/contract/payments'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPayer, type Payer, type PayingServer, runTask, sendNotice, startPaying } from './payments.fixtures.ts'

let paying: PayingServer
beforeAll(async () => {
  paying = await startPaying()
})
afterAll(() => paying.server.close())

const list = (payer: Payer, query = {}) => payer.admin.call(paymentCalls.listPayments, { params: payer.params, query })

test('from no card to an active plan, and its end [BILL-49, BILL-50]', async () => {
  const { server, gateway } = paying
  const payer = await aPayer(paying)
  const card = await payer.addCard()
  expect(await payer.choose(card)).toMatchObject({
    success: true,
    result: [{ transactionStatus: 'PENDING', planId: 0 }],
  })
  const [transId] = gateway.bill()
  expect((await sendNotice(server, { id: transId! })).status).toBe(200)
  await runTask(server, 'payment-notices')
  await payer.settle([transId!])
  expect(await payer.plan()).toMatchObject({
    planId: 1,
    planEndDate: '2026-02-27',
    transactionStatus: 'ACTIVE',
    autoRenew: true,
    onTrialPeriod: false,
    hasExpired: false,
  })
  const { activeSubscriptionId } = await payer.plan()
  expect((await list(payer)).result).toMatchObject([{ transId, uiStatus: 'Processing', settleAmount: 75 }])
  const bill = await payer.admin.call(paymentCalls.getBill, { params: { ...payer.params, id: transId! } })
  expect(bill.result[0]).toMatchObject({
    customerName: 'Hill Clinic Main',
    nextTransactionTime: '2026-02-28',
    jobs: [],
  })
  expect((await payer.cancel(activeSubscriptionId!)).message).toBe('Subscription cancelled succesfully')
  expect(await payer.plan()).toMatchObject({
    planId: 1,
    planEndDate: '2026-02-27',
    autoRenew: false,
    activeSubscriptionId: null,
  })
  expect([...gateway.subscriptions.values()].at(-1)!.status).toBe('canceled')
})
