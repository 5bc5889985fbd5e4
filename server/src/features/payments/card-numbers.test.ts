import { Writable } from 'node:stream'
import { paymentRefusals } from '@dictara/contract/payments'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import {
  aPayer,
  everyRow,
  type Payer,
  type PayingServer,
  runTask,
  sendNotice,
  startPaying,
} from './payments.fixtures.ts'

const cards = ['4111111111111111', '5500005555555559', '378282246310005', '6011000990139424']
/** Longer than a real security code, so that no other digits match it by chance. */
const cvv = '908172635441'
let paying: PayingServer
let payer: Payer
let logged = ''
beforeAll(async () => {
  const kept = new Writable({
    write(line: Buffer, _encoding, done) {
      logged += String(line)
      done()
    },
  })
  paying = await startPaying(undefined, { log: createLog('debug', kept) })
  payer = await aPayer(paying)
})
afterAll(() => paying.server.close())

async function ask(path: string, method: string, body?: unknown) {
  const response = await payer.admin.raw(`/api/clinic/facility/${payer.facilityId}/payment/${path}`, {
    method,
    ...(body !== undefined && {
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  })
  return { status: response.status, text: await response.text() }
}

test('no card number or CVV appears in a table, the log, the audit or an answer, wherever it is sent', async () => {
  const opaqueData = { dataDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT', dataValue: 'good 1111' }
  for (const card of cards) {
    const spaced = card.replaceAll(/(.{4})/g, '$1 ').trim()
    const tries = [
      ['payment-profile?fullName=Ada', 'POST', { cardNumber: card, cardCode: cvv }],
      ['payment-profile?fullName=Ada', 'POST', { opaqueData, more: [{ number: Number(card), cardCode: cvv }] }],
      ['payment-profile?fullName=Ada', 'POST', { opaqueData: { ...opaqueData, dataValue: spaced } }],
      ['payment-profile?fullName=Ada', 'POST', { opaqueData, [card]: cvv }],
      [`payment-profile?fullName=${encodeURIComponent(`Ada ${spaced}`)}`, 'POST', { opaqueData }],
      [`subscription?planId=1&paymentProfileId=${card}`, 'POST', undefined],
      [`payment-profile?customerPaymentProfileId=${card}`, 'DELETE', undefined],
    ] as const
    for (const [path, method, body] of tries) {
      const { status, text } = await ask(path, method, body)
      expect([status, JSON.parse(text).code], path).toEqual([422, paymentRefusals.cardNumber.code])
      expect(text).not.toContain(card)
    }
    // A body that is not JSON is refused without repeating it.
    const broken = await ask('payment-profile?fullName=Ada', 'POST', `{"cardNumber":"${card}","cvv":${cvv}`)
    expect([broken.status, broken.text.includes(card)]).toEqual([400, false])
    const signed = await sendNotice(paying.server, { id: card }, `sha512=${cvv}`)
    expect(signed.status).toBe(401)
  }
  // Also a payment that succeeds, up to its end.
  await payer.choose(await payer.addCard('good 1111'))
  const [transId] = await payer.bill()
  await sendNotice(paying.server, { id: transId! })
  await runTask(paying.server, 'payment-notices')
  expect((await payer.plan()).transactionStatus).toBe('ACTIVE')

  const places = { rows: await everyRow(paying.server), log: logged }
  expect(places.rows).toContain('XXXX1111')
  expect(places.log).toContain('addPaymentProfile')
  for (const [place, text] of Object.entries(places)) {
    const digits = text.replaceAll(/(?<=\d)[ -](?=\d{4}\b)/g, '')
    for (const secret of [...cards, cvv]) expect(digits.includes(secret), `${secret} in ${place}`).toBe(false)
  }
})
