import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../../../editor/testing/mount.tsx'
import { button, openNewer, wire, useEditorWire } from '../testing/editor-wire.tsx'
import { silence } from '../testing/silence.ts'
import { createPlayer, type Player } from './player.ts'
import { usePlayerKeys } from './use-player.ts'

useEditorWire()

/** A recording of one minute. */
const recording = () => URL.createObjectURL(silence(60))
const open = (url = recording(), startAt = 0) => {
  const player = createPlayer(startAt)
  const close = player.open({ onSpoken: () => undefined, onPosition: () => undefined })
  player.load(url)
  closing.push(close)
  return player
}
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
/** Renders a page that has only the keys of the player. */
function Keys({ player }: { player: Player }) {
  usePlayerKeys(player)
  return null
}
const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000 })
const pressed = (key: string, repeat = false) =>
  window.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, repeat, cancelable: true }))

test('quick changes between play and pause before the sound has loaded end in playing or pause, without an error [QA-110]', async () => {
  const player = open()
  mount(<Keys player={player} />)
  for (let time = 0; time < 20; time += 1) {
    if (time % 5 === 0) player.seek(time)
    player.act('toggle')
  }
  await soon(() => expect(player.audio.readyState).toBeGreaterThan(0))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(player.state().hasFailed).toBe(false)
  // A held key counts as one press, like a pedal, however often the keyboard repeats it.
  const wasPlaying = !player.audio.paused
  pressed('F8')
  for (let time = 0; time < 15; time += 1) pressed('F8', true)
  await soon(() => expect(player.state()).toMatchObject({ isPlaying: !wasPlaying, hasFailed: false }))
})

test('speed and position stay within their limits, and playback ends at the end [QA-109]', async () => {
  const player = open()
  await soon(() => expect(player.audio.duration).toBeCloseTo(60))
  for (let time = 0; time < 12; time += 1) player.act('faster')
  expect(player.state().speed).toBe(2)
  for (let time = 0; time < 30; time += 1) player.act('slower')
  expect(player.state().speed).toBe(0.5)
  for (let time = 0; time < 30; time += 1) player.act('forward')
  expect(player.audio.currentTime).toBe(60)
  for (let time = 0; time < 30; time += 1) player.act('back')
  expect(player.audio.currentTime).toBe(0)
  player.playFrom(59.8)
  // The audio element reports the pause shortly after the end.
  await soon(() => {
    expect(player.audio.ended).toBe(true)
    expect(player.state()).toMatchObject({ isPlaying: false, hasFailed: false })
  })
})

test('a word plays immediately, also from a pause, and exactly from its start', async () => {
  const player = open()
  await soon(() => expect(player.audio.duration).toBeCloseTo(60))
  player.playFrom(20)
  await soon(() => expect(player.state().isPlaying).toBe(true))
  player.act('toggle')
  await soon(() => expect(player.state().isPlaying).toBe(false))
  const seeks: number[] = []
  player.audio.addEventListener('seeking', () => seeks.push(player.audio.currentTime))
  player.playFrom(20)
  await soon(() => expect(player.state().isPlaying).toBe(true))
  await soon(() => expect(seeks[0]).toBeCloseTo(20, 1))
})

test('a passage played alone stops at its end; from there, or elsewhere, playback continues', async () => {
  const player = open()
  await soon(() => expect(player.audio.duration).toBeCloseTo(60))
  player.playFrom(20, 20.3)
  await soon(() => expect(player.state().isPlaying).toBe(true))
  await soon(() => expect(player.state().isPlaying).toBe(false))
  expect(player.audio.currentTime).toBeGreaterThanOrEqual(20.3)
  player.act('toggle')
  await soon(() => expect(player.audio.currentTime).toBeGreaterThan(21))
  player.playFrom(20, 20.3)
  player.act('forward')
  await soon(() => expect(player.audio.currentTime).toBeGreaterThan(22.5))
  expect(player.state().isPlaying).toBe(true)
})

test('after a failure Retry loads the recording again and continues at its position [QA-110]', async () => {
  const player = open(recording(), 12)
  await soon(() => expect(player.audio.currentTime).toBe(12))
  player.load(URL.createObjectURL(new Blob(['no sound'])))
  await soon(() => expect(player.state().hasFailed).toBe(true))
  player.reload(recording())
  expect(player.state().hasFailed).toBe(false)
  await soon(() => expect(player.audio.currentTime).toBe(12))
  player.act('toggle')
  await soon(() => expect(player.state()).toMatchObject({ isPlaying: true, hasFailed: false }))
})

test('sound that is loaded again, even twice, continues at its position and speed', async () => {
  const player = open()
  await soon(() => expect(player.audio.duration).toBeCloseTo(60))
  player.act('faster')
  const { speed } = player.state()
  player.playFrom(20)
  await soon(() => expect(player.audio.currentTime).toBeGreaterThan(20))
  player.askAgain()
  player.askAgain()
  await soon(() => expect(player.audio.readyState).toBeGreaterThan(2))
  expect(player.audio.currentTime).toBeGreaterThanOrEqual(20)
  expect([player.audio.paused, player.audio.playbackRate]).toEqual([false, speed])
})

test('loaded sound continues without network', async () => {
  const url = recording()
  const player = open(url)
  player.playFrom(1)
  await soon(() => expect(player.state().isPlaying).toBe(true))
  await soon(() => expect(player.audio.buffered.length && player.audio.buffered.end(0)).toBeCloseTo(60))
  URL.revokeObjectURL(url)
  window.dispatchEvent(new Event('offline'))
  const before = player.audio.currentTime
  await soon(() => expect(player.audio.currentTime).toBeGreaterThan(before + 0.5))
  expect(player.state()).toMatchObject({ isPlaying: true, hasFailed: false })
})

test('the position is saved every two seconds during playback, and on pause [EDIT-44]', async () => {
  const player = createPlayer(0)
  const kept: { at: number; second: number }[] = []
  closing.push(
    player.open({
      onSpoken: () => undefined,
      onPosition: (second) => void kept.push({ at: performance.now(), second }),
    }),
  )
  player.load(recording())
  player.playFrom(10)
  await soon(() => expect(kept).toHaveLength(2))
  player.act('toggle')
  await soon(() => expect(kept).toHaveLength(3))
  const [first, second, paused] = kept as [(typeof kept)[0], (typeof kept)[0], (typeof kept)[0]]
  // A busy machine may save later, but never earlier.
  expect(second.at - first.at).toBeGreaterThan(1_900)
  expect(second.second - first.second).toBeGreaterThan(1)
  expect(first.second).toBeGreaterThan(10)
  expect(paused.second).toBe(player.audio.currentTime)
})

test('Retry on the page reloads a recording that failed to load', async () => {
  wire.refusals = {}
  let isThere = false
  const fetched = vi.mocked(globalThis.fetch).getMockImplementation()!
  vi.mocked(globalThis.fetch).mockImplementation(async (input, init) => {
    const { pathname } = new URL(String(input), location.origin)
    const answer = (result: unknown[]) => Response.json({ success: true, message: 'Done', result })
    if (pathname.endsWith('/audio-url')) return answer([isThere ? url : 'blob:gone'])
    if (pathname.endsWith('/peaks')) return answer([{ peaks: [1, 50, 1], durationSeconds: 60 }])
    return fetched(input, init)
  })
  const url = recording()
  const { close } = openNewer({ userType: 'doctor' })
  await expect.element(page.getByText('The recording can’t be played right now.')).toBeVisible()
  isThere = true
  await userEvent.click(button('Retry'))
  await userEvent.click(button('Play'))
  await expect.element(button('Pause')).toBeVisible()
  close()
})

test('a very quiet recording plays at the chosen volume, and as recorded again', async () => {
  const bytes = new Uint8Array(await silence(60).arrayBuffer())
  // Write a square wave with a sixty-fourth of the full amplitude.
  for (let at = 44; at < bytes.length; at += 1) bytes[at] = 128 + (at % 20 < 10 ? 2 : -2)
  const listening = { speed: 1, step: 2, volume: 1, louder: 24 }
  const player = createPlayer(0, listening)
  closing.push(player.open({ onSpoken: () => undefined, onPosition: () => undefined }))
  player.load(URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' })))
  player.act('toggle')
  await soon(() => expect(player.output()).toBeDefined())
  const output = player.output()!
  const listener = new AnalyserNode(output.context as AudioContext, { fftSize: 2048 })
  output.connect(listener)
  const heard = () => {
    const samples = new Float32Array(listener.fftSize)
    listener.getFloatTimeDomainData(samples)
    return Math.max(...samples.map(Math.abs))
  }
  await soon(() => expect(heard()).toBeGreaterThan(0.15))
  player.prefer({ ...listening, louder: 0 })
  await soon(() => expect(heard()).toBeLessThan(0.04))
  expect(heard()).toBeGreaterThan(0.005)
})
