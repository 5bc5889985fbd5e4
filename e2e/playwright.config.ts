import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromium, chromiumFlags, fakeMicrophoneFlags, shortLivedFlags } from '../tools/src/chromium-flags.ts'

/** The speech that the fake microphone plays, in a flite voice; generated once. */
const folder = join(import.meta.dirname, '../.cache')
const speech = join(folder, 'microphone.wav')
if (!existsSync(speech)) {
  mkdirSync(folder, { recursive: true })
  const text = 'The patient is a fifty four year old man. He takes ten milligrams of lisinopril.'
  execFileSync('flite', ['-voice', 'rms', '-t', text, '-o', speech])
}

export default defineConfig({
  testDir: 'src',
  globalSetup: './src/setup.ts',
  workers: 1,
  // Far longer than a journey takes, so that no journey fails on a slow machine.
  timeout: 600_000,
  // A busy machine needs far more than the five seconds that Playwright waits for page content.
  expect: { timeout: 60_000 },
  outputDir: join(folder, 'journeys'),
  use: {
    // `headings` runs in the full browser, as people use it.
    launchOptions: {
      executablePath: chromium,
      args: [
        ...chromiumFlags,
        ...fakeMicrophoneFlags,
        ...shortLivedFlags,
        `--use-file-for-fake-audio-capture=${speech}`,
      ],
    },
    viewport: { width: 1280, height: 800 },
    // The processor draws animations sixty times a second, so they are reduced here; `a-day` runs with all of them.
    contextOptions: { reducedMotion: 'reduce' },
    // A hanging step is reported as that step, long before its test times out.
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
  },
})
