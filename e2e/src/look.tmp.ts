import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { chromium as path, chromiumFlags } from '../../tools/src/chromium-flags.ts'
const at = JSON.parse(readFileSync('/tmp/walk/at.json', 'utf8'))
const browser = await chromium.launch({ executablePath: path, args: chromiumFlags })
const who = process.argv[2]!
const context = await browser.newContext({ viewport: { width: Number(process.argv[3] ?? 1280), height: 800 }, colorScheme: (process.argv[4] ?? 'light') as 'light', reducedMotion: 'reduce' })
const page = await context.newPage()
page.on('console', (m) => m.type() === 'error' && console.log('console', m.text()))
page.on('pageerror', (e) => console.log('pageerror', e.message))
const { email, password } = at.accounts[who]
await page.goto(at.web)
await page.getByLabel('Email').fill(email)
await page.getByLabel('Password').fill(password)
await page.keyboard.press('Enter')
await page.waitForURL('**/dashboard**')
let n = 0
const shot = async (name: string) => { await page.waitForTimeout(700); await page.screenshot({ path: `/tmp/walk/${who}-${process.argv[3] ?? 1280}-${process.argv[4] ?? 'light'}-${++n}-${name}.png` }) }
const script = await import('/tmp/walk/steps.ts')
await script.default({ page, shot, at, who })
await browser.close()
