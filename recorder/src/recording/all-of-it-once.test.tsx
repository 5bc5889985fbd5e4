import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { api, button, choosePatient, openTab, shows } from '../testing/recorder-tab.tsx'
import { faultsIn } from '../testing/rising-pitch.ts'
import { heardInJob, risingTone } from '../testing/rising-tone.ts'

let microphone: Awaited<ReturnType<typeof risingTone>>
beforeEach(async () => {
  microphone = await risingTone()
  openTab('?encryptedKey=key-of-ada')
  await choosePatient()
})
afterEach(() => microphone.remove())

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** Clicks by script, so that the next line runs before the click has taken effect. */
const clickByScript = (name: RegExp) => (button(name).element() as HTMLElement).click()
const pressByScript = (code: string) =>
  window.dispatchEvent(new KeyboardEvent('keydown', { code, altKey: true, bubbles: true }))
const slider = () => page.getByRole('slider', { name: 'Place in the recording' }).element() as HTMLInputElement
const shownSeconds = () => {
  const [minutes, seconds] = page.getByRole('timer').element().textContent!.split(':')
  return Number(minutes) * 60 + Number(seconds)
}

async function submitted() {
  clickByScript(/^Submit/)
  await shows('Job 10001 was submitted')
}
/** Starts recording. @returns the time when it started */
async function record(name: RegExp) {
  await expect.element(button(name)).toBeEnabled()
  clickByScript(name)
  await expect.element(page.getByText('Recording', { exact: true })).toBeVisible()
  return microphone.now()
}
/** Pauses the recording. @returns the time of the click */
async function pause() {
  const at = microphone.now()
  clickByScript(/^Pause/)
  await shows('Paused')
  return at
}
/** Sends the event that asks about unsaved data. Nobody cancels it once the recording has ended and is stored. */
const mayLeave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
const allSent = () => shows('Saved')

describe('speech is in the job once and in its place', () => {
  test('if it is paused and resumed twelve times, sometimes only for a moment [QA-31]', async () => {
    const ran: { from: number; to: number }[] = []
    const rests: { from: number; to: number }[] = []
    for (let time = 0; time < 12; time += 1) {
      const from = await record(time === 0 ? /^Record/ : /^Resume/)
      await later(time % 3 === 0 ? 60 : 400)
      ran.push({ from, to: await pause() })
      if (time % 3 === 0) {
        await expect.poll(mayLeave).toBe(true)
        const from = microphone.now()
        await later(900)
        rests.push({ from, to: microphone.now() })
      } else await later(100)
    }
    await allSent()
    const shown = shownSeconds()
    await submitted()
    const heard = (await heardInJob(api)).flat()
    for (const [index, { from, to }] of ran.entries()) {
      const said = heard.filter((at) => at > from - 0.05 && at < to + 0.05)
      expect(faultsIn(said, from, to), `run ${index}`).toEqual([])
    }
    for (const [index, { from, to }] of rests.entries()) {
      // The first sound after a pause was already in the microphone before the click. Where two runs meet, one window
      // may contain both.
      expect(heard.filter((at) => at > from + 0.1 && at < to - 0.4).length, `rest ${index}`).toBeLessThan(2)
    }
    expect(heard.filter((at, index) => at < (heard[index - 1] ?? 0) - 0.2)).toEqual([])
    expect(Math.abs(heard.length / 20 - shown)).toBeLessThan(1.5)
  })

  test('if a part is repeated from a place six times in a row [QA-32]', async () => {
    const said: { from: number; to: number }[] = []
    /** The parts that must be kept: the number of each take, and its length from the beginning. */
    let parts: { take: number; ms: number }[] = []
    let place = 0
    for (let take = 0; take <= 6; take += 1) {
      const from = await record(take === 0 ? /^Record/ : /^Record again from/)
      await later(800)
      said.push({ from, to: await pause() })
      // The last words are still on their way from the microphone.
      await later(600)
      parts.push({ take, ms: Number(slider().max) - place })
      if (take === 6) break
      slider().focus()
      for (let left = 0; left < 4 + (take % 3) * 3; left += 1) await userEvent.keyboard('{ArrowLeft}')
      await expect.element(button(/^Record again from \d/)).toBeEnabled()
      place = Number(slider().value)
      let left = place
      parts = parts.flatMap(({ take: each, ms }) => {
        const kept = Math.min(ms, left)
        left -= kept
        return kept > 0 ? [{ take: each, ms: kept }] : []
      })
    }
    await submitted()
    const heard = await heardInJob(api)
    expect(heard).toHaveLength(parts.length)
    for (const [index, { take, ms }] of parts.entries()) {
      const { from, to } = said[take]!
      const isLast = index === parts.length - 1
      expect(faultsIn(heard[index]!, from, isLast ? to : from + ms / 1_000 - 0.1), `part ${index}`).toEqual([])
      if (!isLast) expect(Math.abs(heard[index]!.length * 50 - ms), `part ${index}`).toBeLessThan(150)
    }
  })

  test('if it is put away during recording, opened again and continued [QA-34]', async () => {
    const from = await record(/^Record/)
    await later(1_200)
    const to = microphone.now()
    clickByScript(/^Keep for later/)
    await button(/^Open the recording/).click()
    const again = await record(/^Continue recording/)
    await later(1_200)
    const end = microphone.now()
    await submitted()
    const heard = await heardInJob(api)
    expect(heard).toHaveLength(2)
    expect([...faultsIn(heard[0]!, from, to), ...faultsIn(heard[1]!, again, end)]).toEqual([])
  })

  test('if the recording keys are pressed in confusion during playback [QA-33]', async () => {
    const from = await record(/^Record/)
    await later(1_500)
    const to = await pause()
    await allSent()
    pressByScript('KeyP')
    await expect.element(button(/^Record again from \d/)).toBeVisible()
    // At the very beginning of the recording, nothing of the first take would be kept.
    await vi.waitFor(() => expect(Number(slider().value)).toBeGreaterThan(100), 10_000)
    for (const key of ['KeyK', 'KeyP', 'KeyB', 'KeyR', 'KeyK', 'KeyR', 'KeyP', 'KeyK', 'KeyB']) pressByScript(key)
    await shows('Recording')
    const again = microphone.now()
    for (const key of ['KeyP', 'KeyB', 'KeyK']) pressByScript(key)
    await later(1_200)
    const end = microphone.now()
    for (const key of ['KeyR', 'KeyR', 'KeyP']) pressByScript(key)
    await allSent()
    const shown = shownSeconds()
    await submitted()
    const heard = await heardInJob(api)
    expect(heard).toHaveLength(2)
    expect(heard[0]!.at(-1)).toBeLessThan(to)
    expect([...faultsIn(heard[0]!, from, from), ...faultsIn(heard[1]!, again, end)]).toEqual([])
    expect(Math.abs(heard.flat().length / 20 - shown)).toBeLessThan(1.2)
  })

  test('if Submit is clicked three times in a row and pressed by key [QA-24]', async () => {
    const from = await record(/^Record/)
    await later(1_000)
    const to = microphone.now()
    for (let time = 0; time < 3; time += 1) clickByScript(/^Submit/)
    pressByScript('KeyS')
    await shows('Job 10001 was submitted')
    await later(500)
    expect([api.jobs().length, api.dictations.size]).toEqual([1, 1])
    expect(faultsIn((await heardInJob(api)).flat(), from, to)).toEqual([])
  })

  test('if it lasts only a moment [QA-25]', async () => {
    for (const [index, ms] of [60, 240, 540].entries()) {
      if (index > 0) await choosePatient()
      const from = await record(/^Record/)
      await later(ms)
      const to = await pause()
      await button(/^Submit/).click()
      await shows(`Job 1000${index + 1} was submitted`)
      expect(faultsIn((await heardInJob(api, `1000${index + 1}`)).flat(), from, to)).toEqual([])
    }
  })
})
