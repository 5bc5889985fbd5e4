import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import {
  chromium,
  chromiumFlags,
  fakeMicrophoneFlags,
  shortLivedFlags,
  wholeChromium,
} from '../tools/src/chromium-flags.ts'

/** What the fake microphone says, read by a voice of flite; made once. */
const folder = join(import.meta.dirname, '../.cache')
const speech = join(folder, 'microphone.wav')
if (!existsSync(speech)) {
  mkdirSync(folder, { recursive: true })
  const text = 'The patient is a fifty four year old man. He takes ten milligrams of lisinopril.'
  execFileSync('flite', ['-voice', 'rms', '-t', text, '-o', speech])
}

const launchOptions = (executablePath: string, flags: readonly string[] = []) => ({
  executablePath,
  args: [...chromiumFlags, ...fakeMicrophoneFlags, `--use-file-for-fake-audio-capture=${speech}`, ...flags],
})
// What is measured to the pixel, too.
const inWhole = /a-day\.spec\.ts/

export default defineConfig({
  testDir: 'src',
  globalSetup: './src/setup.ts',
  workers: 1,
  // Far more than a journey takes, so that a slow machine fails none of them.
  timeout: 600_000,
  // A busy machine is much slower than the five seconds that Playwright waits for what a page shows.
  expect: { timeout: 60_000 },
  outputDir: join(folder, 'journeys'),
  use: {
    viewport: { width: 1280, height: 800 },
    // What moves is drawn sixty times a second, by the processor; `a-day` walks with all of it.
    contextOptions: { reducedMotion: 'reduce' },
    // What hangs is told as the step that hung, long before its test is out of time.
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
  },
  projects: [
    { name: 'journeys', testIgnore: inWhole, use: { launchOptions: launchOptions(chromium, shortLivedFlags) } },
    { name: 'in the whole browser', testMatch: inWhole, use: { launchOptions: launchOptions(wholeChromium) } },
  ],
})
