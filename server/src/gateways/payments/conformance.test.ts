import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aCustomer, aSubscription, dayMs, paymentsOf, tokenOf, withSandbox } from './payments.fixtures.ts'
import { sandboxCards } from './sandbox/index.ts'

describe.each(['sandbox', 'authorize-net'] as const)('a payment gateway with the settings of %s', (mode) => {
  let sandbox: Awaited<ReturnType<typeof withSandbox>>['sandbox']
  let gateway: Awaited<ReturnType<typeof withSandbox>>['gateway']
  let clock: Awaited<ReturnType<typeof withSandbox>>['clock']
  beforeEach(async () => {
    ;({ sandbox, gateway, clock } = await withSandbox(mode))
  })
  afterEach(() => sandbox.close())
  const later = (days: number) => {
    clock.advance(days * dayMs)
    sandbox.run()
  }

  test('creates a customer once, and finds it again', async () => {
    const [one, other] = await Promise.all([
      gateway.ensureCustomer('facility-1', 'Main Street'),
      gateway.ensureCustomer('facility-1', 'Main Street'),
    ])
    expect(one).toBe(other)
    expect(await gateway.ensureCustomer('facility-1', 'Renamed')).toBe(one)
    expect(await gateway.ensureCustomer('facility-2', 'Main Street')).not.toBe(one)
  })

  test('saves a card by its token, shows only its last digits, and can remove it', async () => {
    const { customerId, cardId } = await aCustomer(gateway)
    expect(await gateway.listCards(customerId)).toEqual([
      { id: cardId, firstName: 'Ada', lastName: 'Byron', cardNumber: 'XXXX1111', cardType: 'Visa' },
    ])
    await gateway.removeCard(customerId, cardId)
    await gateway.removeCard(customerId, cardId)
    expect(await gateway.listCards(customerId)).toEqual([])
    expect(await gateway.listCards('1')).toEqual([])
  })

  test('answers an already saved card unchanged, and refuses a used token', async () => {
    const { customerId, cardId } = await aCustomer(gateway)
    const name = { firstName: 'Ada', lastName: 'Byron' }
    const token = await tokenOf(gateway)
    expect(await gateway.addCard(customerId, token, name)).toBe(cardId)
    await expect(gateway.addCard(customerId, token, name)).rejects.toMatchObject({ code: 'E00114' })
    await expect(gateway.addCard(customerId, await tokenOf(gateway, sandboxCards.refused), name)).rejects.toMatchObject(
      { code: 'E00027', message: 'The card was declined. Try another card.' },
    )
    expect(await gateway.listCards(customerId)).toHaveLength(1)
  })

  test('charges a subscription in each period, which can be found by our reference', async () => {
    const customer = await aCustomer(gateway)
    const id = await gateway.createSubscription(aSubscription(customer, clock.now()))
    expect(await gateway.listSubscriptionIds(customer.customerId)).toEqual([id])
    expect(await gateway.getSubscription(id)).toEqual({ id, refId: 'ref-1', status: 'active' })
    expect(await gateway.listPayments(customer.customerId, 0)).toEqual([])
    later(0)
    later(31)
    const payments = await paymentsOf(gateway, customer.customerId)
    expect(payments.map(({ status, subscription }) => [status, subscription])).toEqual([
      ['settledSuccessfully', { id, number: 2 }],
      ['settledSuccessfully', { id, number: 1 }],
    ])
    expect(payments[0]).toMatchObject({
      amountCents: 7_500,
      currency: 'USD',
      cardType: 'Visa',
      cardNumber: 'XXXX1111',
      customerId: customer.customerId,
      invoiceNumber: null,
      // 02:00 in Los Angeles on the last day of February, because the subscription began on 31 January.
      submittedAt: new Date('2027-02-28T10:00:00Z'),
    })
    expect(await gateway.listPayments(customer.customerId, 1)).toEqual([])
  })

  test('cancels a subscription, even a cancelled one, and refuses an unknown one', async () => {
    const customer = await aCustomer(gateway)
    const id = await gateway.createSubscription(aSubscription(customer, clock.now()))
    await gateway.cancelSubscription(id)
    await gateway.cancelSubscription(id)
    later(90)
    expect(await gateway.getSubscription(id)).toMatchObject({ status: 'canceled' })
    expect(await gateway.listPayments(customer.customerId, 0)).toEqual([])
    await expect(gateway.cancelSubscription('1')).rejects.toMatchObject({ code: 'E00035' })
    expect(await gateway.getSubscription('1')).toBeUndefined()
    expect(await gateway.getPayment('1')).toBeUndefined()
    expect(await gateway.listPayments('1', 0)).toEqual([])
  })

  test('refuses the same subscription twice', async () => {
    const wanted = aSubscription(await aCustomer(gateway), clock.now())
    await gateway.createSubscription(wanted)
    await expect(gateway.createSubscription(wanted)).rejects.toMatchObject({ code: 'E00012' })
    await expect(gateway.createSubscription({ ...wanted, currency: 'EUR' })).rejects.toMatchObject({ code: 'currency' })
  })

  test('charges a saved card once per invoice, however much later the request is repeated', async () => {
    const customer = await aCustomer(gateway)
    const charge = { ...customer, amountCents: 4_501, currency: 'USD', invoiceNumber: 'ref-1-2-1' }
    const transId = await gateway.charge(charge)
    expect(await gateway.getPayment(transId)).toMatchObject({
      status: 'capturedPendingSettlement',
      amountCents: 4_501,
      subscription: null,
      invoiceNumber: 'ref-1-2-1',
    })
    await expect(gateway.charge(charge)).rejects.toMatchObject({ code: '11' })
    later(5)
    await expect(gateway.charge(charge)).rejects.toMatchObject({ code: '11' })
    expect(await gateway.listPayments(customer.customerId, 0)).toEqual([transId])
  })

  test('reports a declined charge as a payment', async () => {
    const customer = await aCustomer(gateway, sandboxCards.declined)
    const transId = await gateway.charge({ ...customer, amountCents: 100, currency: 'USD', invoiceNumber: 'a' })
    expect(await gateway.getPayment(transId)).toMatchObject({ status: 'declined', amountCents: 100 })
  })

  test('reports a refund as its own transaction, and other reversals by the status of the payment', async () => {
    const customer = await aCustomer(gateway)
    const charge = (invoiceNumber: string) =>
      gateway.charge({ ...customer, amountCents: 7_500, currency: 'USD', invoiceNumber })
    const [paid, bounced] = [await charge('a'), await charge('b')]
    const refund = sandbox.reverse(paid, 'refund')
    sandbox.reverse(bounced, 'chargeback')
    const back = { amountCents: 7_500, refundOf: paid, subscription: null, invoiceNumber: 'a' }
    expect(await gateway.getPayment(refund)).toMatchObject({ ...back, status: 'refundPendingSettlement' })
    later(1)
    expect(await gateway.getPayment(refund)).toMatchObject({ ...back, status: 'refundSettledSuccessfully' })
    expect(await gateway.getPayment(paid)).toMatchObject({ status: 'settledSuccessfully' })
    expect((await gateway.getPayment(paid))!.refundOf).toBeUndefined()
    expect(await gateway.getPayment(bounced)).toMatchObject({ status: 'chargeback' })
  })

  test('accepts a notice only with the correct signature of exactly its bytes', async () => {
    const customer = await aCustomer(gateway)
    const id = await gateway.createSubscription(aSubscription(customer, clock.now()))
    const { body, signature } = sandbox.notices().at(-1)!
    const read = (text: string, signed?: string) => gateway.readNotice(Buffer.from(text), signed)
    const notice = read(body, signature)
    expect(notice).toMatchObject({ eventType: 'net.authorize.customer.subscription.created', entity: 'subscription' })
    expect(notice!.entityId).toBe(id)
    expect(read(body, signature.toLowerCase())).toEqual(notice)
    expect(read(`${body} `, signature)).toBeUndefined()
    expect(read(body, `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`)).toBeUndefined()
    expect(read(body, signature.slice(0, -1))).toBeUndefined()
    expect(read(body, '')).toBeUndefined()
    expect(read(body)).toBeUndefined()
  })
})
