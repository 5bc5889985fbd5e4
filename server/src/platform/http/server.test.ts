import { expect, test } from 'vitest'
import { silentLog } from '../log.ts'
import { buildSite } from './server.ts'

test('a server that stops refuses in words what still comes, and ends the line; its health can still be asked', async () => {
  let isStopping = false
  const { server, stop } = await buildSite({
    site: null,
    tls: null,
    mayUseMicrophone: false,
    log: silentLog,
    isStopping: () => isStopping,
    async register(site) {
      for (const path of ['/api/thing', '/readyz']) site.get(path, async () => ({ success: true }))
    },
  })
  const ask = (url: string) => server.inject({ url })
  expect((await ask('/api/thing')).statusCode).toBe(200)
  isStopping = true
  const refused = await ask('/api/thing')
  expect(refused.headers).toMatchObject({ connection: 'close', 'retry-after': '5' })
  expect([refused.statusCode, refused.json()]).toEqual([
    503,
    {
      success: false,
      code: 'stopping',
      message: 'The server is being restarted. Please try again in a moment.',
      result: [],
    },
  ])
  expect((await ask('/readyz')).statusCode).toBe(200)
  await stop(0)
})
