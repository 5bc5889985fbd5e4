import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { chromiumFlags, fakeMicrophoneFlags, wholeChromium } from '../../tools/src/chromium-flags.ts'
import { atRecorder, jobMade, lasting } from './at-recorder.ts'
import { button, resume, signIn } from './at-work.ts'
import { type Dictara, startDictara } from './dictara.ts'

/**
 * The speech of the fake microphone, made once by flite. The basic engine recognises its common words however they are
 * cut.
 */
const speech = resolve(import.meta.dirname, '../../.cache/headings-spoken.wav')
const said =
  'The patient feels well and has no chest pain. Medications colon. He takes metformin twice a day with food. ' +
  'Laboratory data colon. His kidney function is normal. Assessment colon. The blood sugar is in range. ' +
  'Plan colon. We will see him again in three months.'
if (!existsSync(speech)) {
  mkdirSync(dirname(speech), { recursive: true })
  execFileSync('flite', ['-voice', 'slt', '-t', said, '-o', speech])
}
test.use({
  launchOptions: {
    executablePath: wholeChromium,
    args: [...chromiumFlags, ...fakeMicrophoneFlags, `--use-file-for-fake-audio-capture=${speech}%noloop`],
  },
})

let dictara: Dictara
test.beforeAll(async () => {
  dictara = await startDictara('real')
})
test.afterAll(({ browser }) => dictara?.stop(browser))

test('headings spoken into the microphone of a browser move the checklist, which is restored after a reload', async ({
  page,
}) => {
  await signIn(dictara, page, 'doctor')
  await atRecorder(dictara, page)
  await page.getByLabel('Template').selectOption('Diabetes Follow-up')
  await button(page, /^Record/).click()
  const current = page.locator('[aria-current="step"] .heading-name')
  const done = page.locator('.headings-list [data-done] .heading-name')
  await expect(current).toHaveText('INTERVAL HISTORY')
  await expect(current).toHaveText('PLAN', lasting)
  const follows = ['INTERVAL HISTORY', 'MEDICATIONS', 'LABORATORY DATA', 'ASSESSMENT']
  await expect(done).toHaveText(follows)
  await button(page, /^Pause/).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible(lasting)
  await page.reload()
  await button(page, /^Open the recording of/).click()
  await expect(current).toHaveText('PLAN')
  await expect(done).toHaveText(follows)
  await button(page, /^Submit/).click()
  // The note has the speech under its headings, just as the checklist has followed them.
  const number = await jobMade(page)
  const note = await resume(dictara, page, number)
  await expect(note).toContainText('PLAN', lasting)
  const names = [
    'INTERVAL HISTORY',
    'MEDICATIONS',
    'VITAL SIGNS',
    'FOOT EXAMINATION',
    'LABORATORY DATA',
    'ASSESSMENT',
    'PLAN',
  ]
  const text = await note.innerText()
  const [, ...texts] = text.split(new RegExp(`^(?:${names.join('|')})$`, 'm'))
  const under = Object.fromEntries(names.map((name, at) => [name, texts[at]]))
  expect(under['INTERVAL HISTORY'], text).toMatch(/patient feels well/i)
  expect(under['MEDICATIONS'], text).toMatch(/metformin/i)
  expect(under['LABORATORY DATA'], text).toMatch(/kidney/i)
  expect(under['PLAN'], text).toMatch(/three months|3 months/i)
})
