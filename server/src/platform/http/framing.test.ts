import { expect, test } from 'vitest'
import { silentLog } from '../log.ts'
import { buildSite } from './server.ts'

const policyOf = async (settings: object, url: string) => {
  const { server, stop } = await buildSite({
    site: null,
    tls: null,
    mayUseMicrophone: false,
    log: silentLog,
    isStopping: () => false,
    async register(site) {
      for (const path of ['/', '/outbox.html']) site.get(path, async () => '')
    },
    ...settings,
  })
  const { headers } = await server.inject({ url })
  await stop(0)
  const policy = String(headers['content-security-policy']).split(';')
  return {
    ancestors: policy.find((part) => part.startsWith('frame-ancestors')),
    frames: policy.find((part) => part.startsWith('frame-src')),
    calls: policy.find((part) => part.startsWith('connect-src')),
    old: headers['x-frame-options'],
  }
}

test('only the page of unsent recordings can be framed, and by the web application only', async () => {
  const web = 'https://dictara.example'
  const page = 'https://dictara.example:4001/outbox.html'
  const recorder = { mayBeFramed: { page: '/outbox.html', by: web } }
  const nobody = {
    ancestors: "frame-ancestors 'none'",
    frames: "frame-src 'none'",
    calls: "connect-src 'self'",
    old: 'SAMEORIGIN',
  }
  expect(await policyOf({}, '/')).toEqual(nobody)
  expect(await policyOf({ mayFrame: page }, '/')).toEqual({ ...nobody, frames: `frame-src ${page}` })
  expect(await policyOf(recorder, '/')).toEqual(nobody)
  const framed = { ...nobody, ancestors: `frame-ancestors ${web}`, old: undefined }
  expect(await policyOf(recorder, '/outbox.html')).toEqual(framed)
  expect(await policyOf(recorder, '/outbox.html?again')).toEqual(framed)
})

test('pages can call only their own origin and the payment gateway, if there is one', async () => {
  expect((await policyOf({}, '/')).calls).toBe("connect-src 'self'")
  const mayCall = 'https://api.authorize.net'
  expect((await policyOf({ mayCall }, '/')).calls).toBe(`connect-src 'self' ${mayCall}`)
})
