import { paymentCalls } from '@dictara/contract/payments'
import { movableClock } from '../../platform/clock.ts'
import { aClinic, aPerson, type TestClinic, testPassword } from '../../testing/clinic.fixtures.ts'
import { FakeGateway, signatureOf } from '../../testing/fake-gateway.ts'
import { signInAs, type TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

export const dayMs = 86_400_000

/** A server whose clock and payment gateway are controlled by the test. */
export interface PayingServer {
  server: TestServer
  gateway: FakeGateway
  clock: ReturnType<typeof movableClock>
}

export async function startPaying(start = '2026-01-31T20:00:00Z', options: Parameters<typeof startTestServer>[0] = {}) {
  const clock = movableClock(new Date(start))
  const gateway = new FakeGateway(clock)
  const server = await startTestServer({ clock, payments: gateway, ...options })
  return { server, gateway, clock }
}

/** Runs a task once, as the queue does. */
export const runTask = ({ app }: TestServer, name: string, payload: object = {}) =>
  app.tasks
    .find((task) => task.name === name)!
    .run(payload, { signal: new AbortController().signal, id: crypto.randomUUID(), attempt: 1, isLastAttempt: true })

/** A clinic on trial with its clinicAdmin, and the actions of that person. */
export async function aPayer(
  { server, clock, gateway }: Omit<PayingServer, 'gateway'> & Partial<PayingServer>,
  name = 'Hill Clinic',
) {
  const clinic: TestClinic = await aClinic(server, name)
  const { clinicId, facilityId } = clinic
  await server.owner.query("update facilities set plan = 'TRIAL', plan_end_date = '2026-02-20' where id = $1", [
    facilityId,
  ])
  const { id: adminId, email } = await aPerson(server, clinicId, { userType: 'clinicAdmin' })
  let admin: TestClient = await signInAs(server.url, email, testPassword)
  const params = { facilityId }
  const addCard = async (dataValue = 'good 1111', fullName = 'Ada Byron') => {
    const opaqueData = { dataDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT', dataValue }
    const { result } = await admin.call(paymentCalls.addPaymentProfile, {
      params,
      query: { fullName },
      body: { opaqueData },
    })
    return result[0]!.customerPaymentProfileId
  }
  const choose = (paymentProfileId: string, planId = '1') =>
    admin.call(paymentCalls.choosePlan, { params, query: { paymentProfileId, planId } })
  const plan = async () => (await admin.call(paymentCalls.getPlans, { params })).result[0]!
  const cancel = (subscriptionId: string) =>
    admin.call(paymentCalls.cancelSubscription, { params, query: { subscriptionId } })
  /** Compares the facility with the gateway, as the settle task does. */
  const settle = (transIds: readonly string[] = []) =>
    runTask(server, 'settle-payments', { clinicId, facilityId, transIds })
  /** Lets the gateway charge what is due, then settles. */
  const bill = async () => {
    const transIds = gateway!.bill()
    await settle()
    return transIds
  }
  const facility = async () =>
    (
      await server.owner.query<{ plan: string; ends: string; renews: boolean }>(
        'select plan, plan_end_date::text as ends, plan_renews as renews from facilities where id = $1',
        [facilityId],
      )
    ).rows[0]!
  const notifications = async () =>
    (
      await server.owner.query<{ target: string; body: string }>(
        'select target, body from notifications where facility_id = $1 and user_id = $2 order by created_at, id',
        [facilityId, adminId],
      )
    ).rows
  /** Lets time pass and signs the person in again. */
  const wait = async (days: number) => {
    clock.advance(days * dayMs)
    admin = await signInAs(server.url, email, testPassword)
  }
  return {
    ...clinic,
    params,
    get admin() {
      return admin
    },
    addCard,
    choose,
    plan,
    cancel,
    settle,
    bill,
    facility,
    notifications,
    wait,
  }
}
export type Payer = Awaited<ReturnType<typeof aPayer>>

/** Sends a notice to the server as the gateway does. */
export function sendNotice(
  { url }: TestServer,
  what: { id: string; entityName?: string; eventType?: string; notificationId?: string },
  signature?: string,
): Promise<Response> {
  const { id, entityName = 'transaction', eventType = 'net.authorize.payment.authcapture.created' } = what
  const notificationId = what.notificationId ?? crypto.randomUUID()
  const body = JSON.stringify({ notificationId, eventType, payload: { entityName, id } })
  return fetch(`${url}/api/payment-gateway/notices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-anet-signature': signature ?? signatureOf(body) },
    body,
  })
}

/** The content of all tables as one text. */
export async function everyRow({ owner }: TestServer): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  )
  const texts = []
  for (const { name } of rows)
    texts.push(
      (await owner.query<{ text: string }>(`select coalesce(string_agg(t::text, ' '), '') as text from ${name} t`))
        .rows[0]!.text,
    )
  return texts.join(' ')
}
