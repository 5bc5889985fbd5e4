import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { build } from 'esbuild'
import { wholeChromium } from '../../tools/src/chromium-flags.ts'
import { startProduct } from './start-product.ts'

/** Compares the gzipped JavaScript of the sign-in page, the first list and an admin’s dashboard with React and the router alone. */
const limits = { 'sign-in page': 110, 'first list': 400, dashboard: 400 } as const

const kilobytes = (bytes: number) => Math.round((bytes / 1024) * 10) / 10

/** Returns the size of React, its renderer and the router in one bundle, which is the least that such a page needs. */
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
  executablePath: wholeChromium,
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage()
let bytes = 0
/** The size of the scripts for charts, which load after the page is rendered. */
let chartBytes = 0
const waiting: Promise<unknown>[] = []
page.on('response', (answer) => {
  if (answer.request().resourceType() !== 'script') return
  waiting.push(
    answer.body().then((body) => {
      const size = gzipSync(body).length
      if (/days-chart/.test(answer.url())) chartBytes += size
      else bytes += size
    }),
  )
})
const settled = async () => {
  await page.waitForLoadState('networkidle')
  await Promise.all(waiting)
  return bytes
}
await page.goto(`${product.url}/login`)
const signInPage = await settled()
const accounts = JSON.parse(readFileSync(join(product.dataFolder, 'demo-accounts.json'), 'utf8')) as {
  account: string
  email: string
  password: string
}[]
async function signIn(name: string) {
  const { email, password } = accounts.find(({ account }) => account === name)!
  await page.goto(`${product.url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await settled()
}
/** Loads an address with an empty cache. Counts the files that it loads. */
async function loaded(path: string, whenThere: () => Promise<void>) {
  await page.goto(product.url + path)
  await whenThere()
  bytes = 0
  chartBytes = 0
  waiting.length = 0
  await page.reload()
  await whenThere()
  return settled()
}
await signIn('transcriptionist')
const list = await loaded('/dashboard/jobs-list/available', () => page.getByRole('table').waitFor())
await page.evaluate(() => localStorage.clear())
await signIn('admin')
const dashboard = await loaded('/dashboard', () => page.locator('.recharts-surface').first().waitFor())
const peer = await peerBytes()
process.stdout.write(`React and router alone: ${kilobytes(peer)} KB gzip\n`)
for (const [name, ours] of [
  ['sign-in page', signInPage],
  ['first list', list],
  ['dashboard', dashboard],
] as const) {
  const limit = limits[name]
  const ratio = (kilobytes(ours) / limit).toFixed(2)
  process.stdout.write(
    `${name}: ours ${kilobytes(ours)} KB gzip, limit ${limit} KB, ratio ${ratio}; ${(ours / peer).toFixed(2)} × React and router alone\n`,
  )
  if (kilobytes(ours) > limit) process.exitCode = 1
}
process.stdout.write(`charts of the dashboard, after it is drawn: ${kilobytes(chartBytes)} KB gzip\n`)
