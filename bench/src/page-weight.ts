import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { build } from 'esbuild'
import { startProduct } from './start-product.ts'

/** Gzipped JavaScript that the sign-in page and the first list load, beside React and the router alone. */
const limits = { 'sign-in page': 110, 'first list': 400 } as const

const kilobytes = (bytes: number) => Math.round((bytes / 1024) * 10) / 10

/** React, its renderer and the router in one bundle: nothing smaller shows such a page. */
async function peerBytes(): Promise<number> {
  const cache = resolve(import.meta.dirname, '../../.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'peer-'))
  const entry = join(folder, 'peer.ts')
  writeFileSync(
    entry,
    "import { createElement } from 'react'; import { createRoot } from 'react-dom/client'; import { createBrowserRouter, RouterProvider } from 'react-router'; createRoot(document.body).render(createElement(RouterProvider, { router: createBrowserRouter([{ path: '/', element: createElement('p') }]) }))",
  )
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  rmSync(folder, { recursive: true })
  return gzipSync(outputFiles[0]!.contents).length
}

await using product = await startProduct()
await using browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage()
let bytes = 0
const waiting: Promise<unknown>[] = []
page.on('response', (answer) => {
  if (answer.request().resourceType() !== 'script') return
  waiting.push(answer.body().then((body) => (bytes += gzipSync(body).length)))
})
const settled = async () => {
  await page.waitForLoadState('networkidle')
  await Promise.all(waiting)
  return bytes
}
await page.goto(`${product.url}/login`)
const signIn = await settled()
const { email, password } = (
  JSON.parse(readFileSync(join(product.dataFolder, 'demo-accounts.json'), 'utf8')) as {
    account: string
    email: string
    password: string
  }[]
).find(({ account }) => account === 'transcriptionist')!
await page.getByLabel('Email').fill(email)
await page.getByLabel('Password').fill(password)
await page.keyboard.press('Enter')
await page.waitForURL('**/dashboard')
await settled()
await page.goto(`${product.url}/dashboard/jobs-list/available`)
await page.getByRole('table').waitFor()
bytes = 0
waiting.length = 0
await page.reload()
await page.getByRole('table').waitFor()
const list = await settled()
const peer = await peerBytes()
process.stdout.write(`React and router alone: ${kilobytes(peer)} KB gzip\n`)
for (const [name, ours] of [
  ['sign-in page', signIn],
  ['first list', list],
] as const) {
  const limit = limits[name]
  const ratio = (kilobytes(ours) / limit).toFixed(2)
  process.stdout.write(
    `${name}: ours ${kilobytes(ours)} KB gzip, limit ${limit} KB, ratio ${ratio}; ${(ours / peer).toFixed(2)} × React and router alone\n`,
  )
  if (kilobytes(ours) > limit) process.exitCode = 1
}
