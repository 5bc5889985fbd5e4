import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { GatewayAway } from '../../gateways/payments/index.ts'
import { aPayer, type Payer, type PayingServer, startPaying } from './payments.fixtures.ts'

let paying: PayingServer
let payer: Payer
beforeAll(async () => {
  paying = await startPaying()
})
beforeEach(async () => {
  paying.gateway.mode = 'here'
  payer = await aPayer(paying)
})
afterAll(() => paying.server.close())

/** A fault of the gateway. @returns what ends it */
function fault(method: 'createSubscription' | 'listSubscriptionIds', instead: (...asked: never[]) => unknown) {
  const { gateway } = paying
  const { [method]: right } = gateway
  Object.assign(gateway, { [method]: instead })
  return () => Object.assign(gateway, { [method]: right })
}
const minutes = (many: number) => payer.wait(many / 24 / 60)

test('a subscription that the gateway begins, and shows much later, is asked for every ten minutes, and found', async () => {
  const { gateway } = paying
  const card = await payer.addCard()
  const endAway = fault('createSubscription', async () => {
    throw new GatewayAway('nothing was done')
  })
  await payer.choose(card)
  endAway()
  const show = fault('listSubscriptionIds', async () => [])
  gateway.calls.length = 0
  const begun = () => gateway.calls.filter((call) => call === 'createSubscription').length
  const { createSubscription } = gateway
  const endLost = fault('createSubscription', async (asked: Parameters<typeof createSubscription>[0]) => {
    await createSubscription(asked)
    throw new GatewayAway('the answer was lost')
  })
  await minutes(11)
  await expect(payer.settle()).rejects.toThrow(GatewayAway)
  endLost()
  for (let time = 0; time < 3; time += 1) await payer.settle()
  expect(begun()).toBe(1)
  // The gateway refuses it now, because it has it.
  await minutes(11)
  await expect(payer.settle()).rejects.toThrow(GatewayAway)
  expect([begun(), (await payer.plan()).transactionStatus]).toEqual([2, 'PENDING'])
  show()
  await payer.settle()
  await payer.bill()
  const { transactionStatus, activeSubscriptionId } = await payer.plan()
  expect(transactionStatus).toBe('ACTIVE')
  await payer.cancel(activeSubscriptionId!)
  expect([...gateway.subscriptions.values()].at(-1)!.status).toBe('canceled')
})

test('a plan whose choice is refused as one that the gateway has already stays pending', async () => {
  const { createSubscription } = paying.gateway
  const end = fault('createSubscription', async (asked: Parameters<typeof createSubscription>[0]) => {
    await createSubscription(asked)
    return createSubscription(asked)
  })
  expect((await payer.choose(await payer.addCard())).result).toMatchObject([{ transactionStatus: 'PENDING' }])
  end()
  await payer.bill()
  expect((await payer.plan()).transactionStatus).toBe('ACTIVE')
})
