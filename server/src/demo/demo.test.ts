import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { createClinic } from '../commands/create-clinic.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { accountsFile } from './accounts.ts'
import { prepareDemo } from './index.ts'

let server: TestServer
afterEach(() => server.close())

const start = async () => {
  server = await startTestServer({ settings: { DICTARA_DEMO: 'yes' } })
  return server
}
const count = async (what: string) => (await server.owner.query(`select count(*)::int as n from ${what}`)).rows[0].n

test('a first start killed before the demo had its jobs is completed once by the next start', async () => {
  const { doors, app, config } = await start()
  const killed = { ...app.blobs, put: () => Promise.reject(new Error('killed')) }
  await expect(prepareDemo(doors, killed, config)).rejects.toThrow('killed')
  expect([await count('clinics'), await count('jobs')]).toEqual([3, 0])
  const accounts = readFileSync(accountsFile(config.dataFolder), 'utf8')
  for (let time = 0; time < 2; time += 1) {
    await prepareDemo(doors, app.blobs, config)
    expect([await count('clinics'), await count('jobs')]).toEqual([3, 14])
  }
  expect(readFileSync(accountsFile(config.dataFolder), 'utf8')).toBe(accounts)
  const { rows } = await server.owner.query('select name from clinics order by clinic_id')
  expect(rows.map(({ name }) => name)).toEqual(['Harbor Street Clinic', 'Northgate Practice', 'Dictara Operations'])
}, 60_000)

test('when an own clinic is created during the first start, nobody of the demo can sign in', async () => {
  const { doors, app, config } = await start()
  const given = { name: 'Hill Clinic', email: 'ann@hill.example', 'first-name': 'Ann', 'last-name': 'Lee' }
  const addresses = { web: '', recorder: '' }
  // The default on a person’s own computer: the demo is not requested in addition to a clinic.
  const settings = { ...config, DICTARA_DEMO: undefined, DATABASE_URL: undefined }
  let isBegun = false
  const slow: typeof doors.asSystem = (reason, run, clinicId) =>
    doors.asSystem(
      reason,
      async (work) => {
        const answer = await run(work)
        if (reason !== 'make the demo') return answer
        isBegun = true
        await new Promise((wait) => setTimeout(wait, 1_000))
        return answer
      },
      clinicId,
    )
  const demo = prepareDemo({ ...doors, asSystem: slow }, app.blobs, settings)
  await expect.poll(() => isBegun, { timeout: 20_000, interval: 5 }).toBe(true)
  await createClinic({ doors, addresses }, given, 30)
  await demo
  expect(await count("users where email like '%demo%' and is_enabled")).toBe(0)
  expect(await count('clinics where not demo')).toBe(1)
}, 60_000)

test('a facility of the demo has a paid plan, and payments of every status', async () => {
  const { doors, app, config } = await start()
  await expect(
    prepareDemo(doors, { ...app.blobs, put: () => Promise.reject(new Error('killed')) }, config),
  ).rejects.toThrow()
  const { rows } = await server.owner.query(
    `select f.name, f.plan, f.plan_renews as renews, f.plan_end_date as ends, s.status, s.paid_through > current_date as is_paid,
       (select array_agg(distinct p.status order by p.status) from payments p where p.facility_id = f.id) as payments
     from facilities f join subscriptions s on s.facility_id = f.id where s.status = 'ACTIVE'`,
  )
  expect(rows).toEqual([
    {
      name: 'Harbor Street Main',
      plan: 'STANDARD_ANNUAL',
      renews: true,
      ends: null,
      status: 'ACTIVE',
      is_paid: true,
      payments: ['Failed', 'Processing', 'Refund_processing', 'Success'],
    },
  ])
  // Payments of the demo never reach a payment gateway.
  expect(await count('payment_customers')).toBe(0)
})
