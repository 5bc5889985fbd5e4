import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { api, button, choosePatient, openTab, recordAWhile, shows } from '../testing/recorder-tab.tsx'

const devices = navigator.mediaDevices
const real = devices.getUserMedia.bind(devices)
/** Another microphone than the beeping one. */
const plugIn = (open: () => Promise<MediaStream>) => (devices.getUserMedia = open)

beforeEach(async () => {
  openTab('?encryptedKey=key-of-ada')
  await choosePatient()
})
afterEach(() => (devices.getUserMedia = real))

describe('a microphone', () => {
  test('that is blocked, missing or in use is told in words, with what to do', async () => {
    for (const [name, words] of [
      ['NotAllowedError', 'The microphone is blocked.'],
      ['NotFoundError', 'No microphone was found.'],
      ['NotReadableError', 'The microphone is in use.'],
    ] as const) {
      plugIn(() => Promise.reject(new DOMException('', name)))
      await button(/^Record/).click()
      await shows(words)
    }
  })

  test('that hears nothing is told after some seconds of silence', async () => {
    plugIn(async () => new AudioContext().createMediaStreamDestination().stream)
    await button(/^Record/).click()
    await vi.waitFor(() => shows('Nothing is heard.'), 15_000)
  })

  test('that is unplugged ends the take without loss, and another one goes on in a new take [XAUTH-01]', async () => {
    const streams: MediaStream[] = []
    plugIn(async () => {
      const stream = await real({ audio: true })
      streams.push(stream)
      return stream
    })
    await recordAWhile()
    for (const track of streams[0]!.getTracks()) track.stop()
    await shows('The microphone was unplugged.')
    await button(/^Go on recording/).click()
    await vi.waitFor(() => expect(api.calls.some((call) => call.includes('/take/1/'))).toBe(true), 10_000)
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
    expect(api.submits[0]?.takes.map(({ take }) => take)).toEqual([0, 1])
    expect(api.submits[0]?.cuts).toBeNull()
  })
})
