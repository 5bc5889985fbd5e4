import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { api, button, choosePatient, openTab, recordAWhile, shows } from '../testing/recorder-tab.tsx'

const devices = navigator.mediaDevices
const real = devices.getUserMedia.bind(devices)
/** Replaces the beeping microphone by another one. */
const replaceMicrophone = (open: () => Promise<MediaStream>) => (devices.getUserMedia = open)

beforeEach(async () => {
  openTab('?encryptedKey=key-of-ada')
  await choosePatient()
})
afterEach(() => (devices.getUserMedia = real))

describe('a microphone', () => {
  test('that is blocked, missing or in use is reported with what to do [QA-27, QA-28]', async () => {
    for (const [name, words, advice] of [
      ['NotAllowedError', 'The microphone is blocked.', /Allow the microphone for this page/],
      ['NotFoundError', 'No microphone was found.', /Connect a microphone/],
      ['NotReadableError', 'The microphone is in use.', /Another program is using it/],
    ] as const) {
      replaceMicrophone(() => Promise.reject(new DOMException('', name)))
      await button('Record').click()
      await shows(words)
      await shows(advice)
    }
  })

  test('that hears nothing is reported after some seconds of silence [QA-26]', async () => {
    replaceMicrophone(async () => new AudioContext().createMediaStreamDestination().stream)
    await button('Record').click()
    await vi.waitFor(() => shows('No sound from the microphone.'), 15_000)
  })

  test('that is unplugged ends the take without loss, and another one continues in a new take [QA-29]', async () => {
    const streams: MediaStream[] = []
    replaceMicrophone(async () => {
      const stream = await real({ audio: true })
      streams.push(stream)
      return stream
    })
    await recordAWhile()
    for (const track of streams[0]!.getTracks()) track.stop()
    await shows('The microphone was unplugged.')
    await button(/^Continue recording/).click()
    await vi.waitFor(() => expect(api.calls.some((call) => call.includes('/take/1/'))).toBe(true), 10_000)
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
    expect(api.submits[0]?.takes.map(({ take }) => take)).toEqual([0, 1])
    expect(api.submits[0]?.cuts).toBeNull()
  })
})
