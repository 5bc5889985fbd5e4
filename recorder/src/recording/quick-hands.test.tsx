import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { api, button, choosePatient, hides, isSentOn, openTab, recordAWhile, shows } from '../testing/recorder-tab.tsx'

/** Every sound that the page has started. */
const sounds = new Set<HTMLMediaElement>()
const real = HTMLMediaElement.prototype.play
const ask = MediaRecorder.prototype.requestData
/** Every microphone that the page has opened. */
const opened: MediaStream[] = []
const devices = navigator.mediaDevices
const open = devices.getUserMedia
beforeEach(async () => {
  sounds.clear()
  opened.length = 0
  devices.getUserMedia = async (wanted) => {
    const stream = await open.call(devices, wanted)
    opened.push(stream)
    return stream
  }
  HTMLMediaElement.prototype.play = function play() {
    sounds.add(this)
    return real.call(this)
  }
  openTab('?encryptedKey=key-of-ada')
  await choosePatient()
  await recordAWhile()
})
afterEach(() => {
  HTMLMediaElement.prototype.play = real
  MediaRecorder.prototype.requestData = ask
  devices.getUserMedia = open
})

const recordedAWhile = async () => {
  clickByScript(/^Pause/)
  await shows('Paused')
}
const heard = () => [...sounds].filter(({ paused }) => !paused)
/** Clicks by script, so that the next line runs before the click has taken effect. */
const clickByScript = (name: RegExp) => (button(name).element() as HTMLElement).click()
const place = () => page.getByRole('slider', { name: 'Place in the recording' }).element() as HTMLInputElement

describe('fast key presses', () => {
  test('play everything said when Play follows Pause immediately', async () => {
    clickByScript(/^Pause/)
    await shows('Paused')
    clickByScript(/^Play/)
    const places = new Set<number>()
    await vi.waitFor(() => {
      places.add(Number(place().value))
      expect(places.size).toBeGreaterThan(5)
    }, 10_000)
    await expect.element(button(/^Play/)).toBeVisible()
    expect(sounds.size).toBe(1)
    const [sound] = sounds
    expect(sound!.ended).toBe(true)
    expect(Math.abs(sound!.duration * 1_000 - Number(place().max))).toBeLessThan(150)
  })

  test('play everything said even if the last words arrive during playback', async () => {
    MediaRecorder.prototype.requestData = function requestData() {
      this.dispatchEvent(new BlobEvent('dataavailable', { data: new Blob() }))
      setTimeout(() => ask.call(this), 500)
    }
    await recordedAWhile()
    clickByScript(/^Play/)
    await vi.waitFor(() => expect(heard()).toHaveLength(1), 10_000)
    await vi.waitFor(() => expect(sounds.size).toBe(2), 10_000)
    await expect.element(button(/^Stop playing/)).toBeVisible()
    await expect.element(button(/^Play/)).toBeVisible()
    const [before, sound] = sounds
    expect(sound!.ended).toBe(true)
    expect(sound!.duration).toBeGreaterThan(before!.duration)
  })

  test('play it once, or not at all, when Play is pressed several times quickly', async () => {
    await recordedAWhile()
    for (let time = 0; time < 3; time += 1) clickByScript(/^Play/)
    await expect.element(button(/^Stop playing/)).toBeVisible()
    await vi.waitFor(() => expect(heard()).toHaveLength(1), 10_000)
    clickByScript(/^Stop playing/)
    await expect.element(button(/^Play/)).toBeVisible()
    expect(heard()).toEqual([])
    await hides('This browser can’t play the recording.')
  })

  test('record without playback when Play is pressed and recording resumed immediately', async () => {
    await recordedAWhile()
    clickByScript(/^Play/)
    clickByScript(/^Resume/)
    await shows('Recording')
    await isSentOn()
    expect([...sounds]).toEqual([])
  })

  test('start one take when repeating a part is requested twice quickly', async () => {
    await recordedAWhile()
    // Try again if needed: while the last words arrive, a key may come too early.
    await vi.waitFor(async () => {
      place().focus()
      await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
      await expect.element(button(/^Record again from \d/), { timeout: 500 }).toBeEnabled()
    }, 20_000)
    for (let time = 0; time < 3; time += 1) clickByScript(/^Record again from/)
    await shows('Recording')
    await isSentOn()
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
    expect(api.submits[0]!.takes).toHaveLength(2)
    expect(opened.map(({ active }) => active)).toEqual([false, false])
  })
})
