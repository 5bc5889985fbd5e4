import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, chromium as playwright, expect, type Page } from '@playwright/test'
import { chromium, chromiumFlags, fakeMicrophoneFlags, shortLivedFlags } from '../../../tools/src/chromium-flags.ts'
import { times } from '../../../tools/src/times.ts'
import {
  arrivedOnce,
  atRecorder,
  heardIn,
  jobMade,
  lasting,
  record,
  recordedSeconds,
  whatArrived,
} from '../at-recorder.ts'
import { button, choosePatient, openRecorder, resume, signIn, words } from '../at-work.ts'
import type { Dictara } from '../dictara.ts'
import { test } from '../shared.ts'
import { expectUnbroken, risingTone } from '../rising-tone.ts'

// No retries: a recording lost once is a failure.

/**
 * Recordings survive failures of network, server, database, page, tab and browser. They use a browser with its own profile, which the
 * last journey kills.
 */
test.describe.configure({ mode: 'serial' })
let profile: string
const sound = `--use-file-for-fake-audio-capture=${risingTone()}`
const openBrowser = () =>
  playwright.launchPersistentContext(profile, {
    executablePath: chromium,
    args: [...chromiumFlags, ...fakeMicrophoneFlags, ...shortLivedFlags, sound],
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })

let dictara: Dictara
let context: BrowserContext
let page: Page
test.beforeAll(async ({ dictara: shared }) => {
  dictara = shared
  profile = mkdtempSync(join(tmpdir(), 'dictara-profile-'))
  context = await openBrowser()
  page = context.pages()[0]!
  await signIn(dictara, page, 'doctor')
})
test.afterAll(async () => {
  await context?.close()
  rmSync(profile, { recursive: true, force: true, maxRetries: 20 })
})

const unreachable = (page: Page) => page.getByText('The server cannot be reached.')
const allSent = (page: Page) => page.getByText('Saved', { exact: true })

/** Returns functions that cut, restore or slow the network of a page. */
async function lineOf(page: Page) {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  const set = (offline: boolean, bytesASecond = -1, latency = 0) =>
    line.send('Network.emulateNetworkConditions', {
      offline,
      latency,
      downloadThroughput: bytesASecond,
      uploadThroughput: bytesASecond,
    })
  return {
    cut: () => set(true),
    restore: () => set(false),
    slow: (bytesASecond: number, latency = 0) => set(false, bytesASecond, latency),
  }
}

/** Ends a recording. @returns its length just before, and the seconds that passed from reading the length to the end */
async function endRecording(page: Page, end: () => Promise<void>) {
  const asked = Date.now()
  const seconds = await recordedSeconds(page)
  await end()
  return { seconds, passed: (Date.now() - asked) / 1_000 }
}

test('a recording survives a killed server, and kills of server and database without network; over a slow line all of it arrives once [QA-01, QA-02, QA-03]', async () => {
  await atRecorder(dictara, page)
  const before = await whatArrived(dictara, context)
  const line = await lineOf(page)
  await record(page, 3)
  const replaced = dictara.killServer()
  await expect(unreachable(page)).toBeVisible(lasting)
  await replaced
  await expect(allSent(page)).toBeVisible(lasting)

  // The trial had outages of 65 s and 10 minutes. Here the outage lasts as long as the kills, which is enough for waits
  // between retries.
  await line.cut()
  await expect(unreachable(page)).toBeVisible(lasting)
  await dictara.killServer()
  for (let time = 0; time < times(1, 3); time += 1) await dictara.killDatabase()
  await expect(unreachable(page)).toBeVisible()
  const { seconds, passed } = await endRecording(page, async () => {
    await line.slow(6_000, 400)
    await button(page, /^Submit/).click()
  })
  const sending = page.getByText(/^Saving… [1-9]\d?%$/)
  const first = await sending.innerText(lasting)
  await expect(sending).not.toHaveText(first)
  await line.restore()
  const { jobId } = await arrivedOnce(dictara, context, before, await jobMade(page))
  expectUnbroken(await heardIn(dictara, context, jobId), seconds, passed)
})

test('a page that stayed open finds the one job of a submission whose answer was lost with the network [QA-06]', async () => {
  await atRecorder(dictara, page)
  const before = await whatArrived(dictara, context)
  const line = await lineOf(page)
  await record(page, 2)
  await button(page, /^Pause/).click()
  await expect(allSent(page)).toBeVisible(lasting)
  const answered = Promise.withResolvers<string>()
  await page.route('**/submit', async (route) => {
    const answer = await route.fetch()
    await line.cut()
    await route.abort('connectionreset')
    answered.resolve(await answer.text())
  })
  await button(page, /^Submit/).click()
  const made = /"jobNumber":"(\d{6})"/.exec(await answered.promise)![1]!
  await expect(unreachable(page)).toBeVisible(lasting)
  await page.unroute('**/submit')
  await line.restore()
  expect(await jobMade(page)).toBe(made)
  await arrivedOnce(dictara, context, before, made)
})

test('a large file survives a server that is killed during its upload, and arrives once [QA-43]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dictara-large-'))
  const path = join(folder, 'day.wav')
  // The trial used 499 MB. Here three chunks are enough: the server has the first when it is killed, and the last is
  // not full.
  const asLarge = ['-t', '24', '-ac', '2', '-ar', '96000', '-c:a', 'pcm_s32le']
  execFileSync('ffmpeg', ['-v', 'error', '-i', risingTone(), ...asLarge, path])
  await atRecorder(dictara, page)
  const before = await whatArrived(dictara, context)
  // The server dies before it has the second chunk, however slow the machine is.
  let replaced: Promise<void> | undefined
  await page.route(
    '**/chunk/1',
    async (route) => {
      replaced = dictara.killServer()
      await route.continue()
    },
    { times: 1 },
  )
  // Wait for a chunk, because other requests of the page may fail earlier.
  const cutOff = page.waitForEvent('requestfailed', {
    ...lasting,
    predicate: (request) => /\/chunk\/\d+$/.test(request.url()),
  })
  await page.locator('input[type=file]').setInputFiles(path)
  await cutOff
  await replaced
  await button(page, /^Submit/).click()
  const { jobId, sizeBytes } = await arrivedOnce(dictara, context, before, await jobMade(page))
  expect(sizeBytes).toBe(statSync(path).size)
  expectUnbroken(await heardIn(dictara, context, jobId), 24)
  rmSync(folder, { recursive: true })
})

test('two tabs of one browser that record at the same time make two complete jobs, and each lists the other’s recording as open there [QA-20]', async () => {
  await atRecorder(dictara, page)
  const before = await whatArrived(dictara, context)
  const isOpenElsewhere = async (here: Page) => {
    await expect(here.getByText(/0:\d\d recorded .* open in another tab/)).toHaveCount(1)
    await expect(button(here, /^(Open|Send|Discard) the recording of/)).toHaveCount(0)
  }
  await record(page, 2)
  const other = await context.newPage()
  await openRecorder(dictara, other)
  await isOpenElsewhere(other)
  await choosePatient(other)
  await record(other, 3)
  const first = await endRecording(page, () => button(page, /^Submit/).click())
  const number = await jobMade(page)
  await isOpenElsewhere(page)
  const second = await endRecording(other, () => button(other, /^Submit/).click())
  const otherNumber = await jobMade(other)

  const { recordings, jobs } = await whatArrived(dictara, context)
  expect([recordings.length, jobs]).toEqual([before.recordings.length + 2, before.jobs + 2])
  const idOf = (made: string) => recordings.find(({ jobNumber }) => jobNumber === made)!.jobId
  expectUnbroken(await heardIn(dictara, context, idOf(number)), first.seconds, first.passed)
  expectUnbroken(await heardIn(dictara, context, idOf(otherNumber)), second.seconds, second.passed)
  await other.close()
})

test('a page frozen during recording continues without loss; going back asks first, and after leaving the recording is listed and sent whole [QA-35, QA-37]', async () => {
  await atRecorder(dictara, page)
  const before = await whatArrived(dictara, context)
  await record(page, 2)
  const secondsBefore = await recordedSeconds(page)
  // Page.setWebLifecycleState has no effect in a headless browser, but the debugger stops everything in the page.
  const line = await context.newCDPSession(page)
  await line.send('Debugger.enable')
  const frozen = new Promise<unknown>((stands) => line.once('Debugger.paused', stands))
  await line.send('Debugger.pause')
  await frozen
  // The trial took 20 s. Here the time of a few chunks is enough.
  await sleep(4_000)
  await line.send('Debugger.resume')
  await expect.poll(() => recordedSeconds(page), lasting).toBeGreaterThan(secondsBefore + 3)
  await line.detach()

  const askedAt = async (answer: 'accept' | 'dismiss') => {
    const asked = page.waitForEvent('dialog', lasting).then(async (dialog) => {
      await dialog[answer]()
      return dialog.type()
    })
    await button(page, /^Back to/).click()
    expect(await asked).toBe('beforeunload')
  }
  await askedAt('dismiss')
  const stayed = await recordedSeconds(page)
  await expect.poll(() => recordedSeconds(page), lasting).toBeGreaterThan(stayed)
  const { seconds, passed } = await endRecording(page, () => askedAt('accept'))
  await page.waitForURL(`${dictara.web}/dashboard/**`)
  await openRecorder(dictara, page)
  await expect(page.getByText(/0:\d\d recorded/)).toHaveCount(1)
  await button(page, /^Send the recording of/).click()
  const { jobId } = await arrivedOnce(dictara, context, before, await jobMade(page))
  expectUnbroken(await heardIn(dictara, context, jobId), seconds, passed)
})

test('a recording played in the editor keeps playing while the server is killed and the network is away [QA-111]', async () => {
  const heard = page.waitForResponse((answer) => answer.headers()['content-type']?.startsWith('audio/') ?? false)
  await resume(dictara, page, '000011')
  await button(page, 'Slower').click()
  await button(page, 'Play').click()
  await heard
  const position = async () => Number(await page.getByLabel('Position in the recording').inputValue())
  // A minute of sound is loaded long before its first second has been played.
  await expect.poll(position, lasting).toBeGreaterThan(1)
  // The server is killed first, because a page without network would not notice it.
  const isHeardOn = async () => {
    const before = await position()
    await expect.poll(position, lasting).toBeGreaterThan(before + 2)
  }
  const replaced = dictara.killServer()
  await isHeardOn()
  const line = await lineOf(page)
  await line.cut()
  await isHeardOn()
  await expect(words(page, 'The recording can’t be played right now.')).toHaveCount(0)
  await replaced
  await line.restore()
})

/** Kills a browser and all its processes with -9; resolves when they are gone. */
async function killBrowser(profile: string) {
  const named = readdirSync('/proc').filter((name) => {
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(profile)
    } catch {
      return false
    }
  })
  for (const pid of named.map(Number)) {
    // The browser leads its process group; its crash reporter is outside.
    for (const whom of [-pid, pid])
      try {
        process.kill(whom, 'SIGKILL')
      } catch {
        // The process has ended with its group.
      }
  }
  await expect.poll(() => named.filter((pid) => existsSync(`/proc/${pid}`)), lasting).toEqual([])
}

test('a recording survives the kill of its browser without network: it loses at most a second, is listed as unsent, and can be sent [QA-04]', async () => {
  await atRecorder(dictara, page)
  const before = await whatArrived(dictara, context)
  await context.setOffline(true)
  await record(page, 6)
  const { seconds, passed } = await endRecording(page, () => killBrowser(profile))

  context = await openBrowser()
  page = context.pages()[0]!
  // The kill may have lost any part of the stored sign-in, so remove the rest.
  await context.clearCookies()
  await page.goto(dictara.web)
  await page.getByLabel('Email').waitFor()
  await signIn(dictara, page, 'doctor')
  await openRecorder(dictara, page)
  const [shown] = /\d+(?= recorded)/.exec(await page.getByText(/0:\d\d recorded/).innerText())!
  expect(Number(shown)).toBeGreaterThanOrEqual(seconds - 1)
  expect(Number(shown)).toBeLessThanOrEqual(seconds + Math.ceil(passed) + 1)
  await button(page, /^Send the recording of/).click()
  const { jobId } = await arrivedOnce(dictara, context, before, await jobMade(page))
  expectUnbroken(await heardIn(dictara, context, jobId), seconds, passed)
})
