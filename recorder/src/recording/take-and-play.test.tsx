import { keptMs } from '@dictara/browser/kept-parts'
import type { Piece } from '@dictara/browser/recordings'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openMicrophone, closeMicrophone, isStream } from '../microphone/open-microphone.ts'
import { recordTake, recordingType, type TakeRecorder } from '../microphone/take-recorder.ts'
import { createPlayer, type Player } from './player.ts'

async function aMicrophone() {
  const stream = await openMicrophone('')
  if (!isStream(stream)) throw new Error(stream.title)
  return stream
}

/** Starts a take from the beeping microphone of the browser. */
async function aTake() {
  const stream = await aMicrophone()
  const pieces: Piece[] = []
  const bars: number[] = []
  const ended = Promise.withResolvers<string>()
  const take: TakeRecorder = recordTake(stream, {
    onPiece: (piece) => pieces.push(piece),
    onLevel: (bar) => bars.push(bar),
    onEnd: (reason) => {
      closeMicrophone(stream)
      ended.resolve(reason)
    },
  })
  return { stream, take, pieces, bars, ended: ended.promise }
}

const soundOf = (pieces: Piece[]) =>
  new Blob(
    pieces.map(({ bytes }) => bytes),
    { type: recordingType() },
  )
const durationOf = (pieces: Piece[]) => pieces.reduce((sum, { durationMs }) => sum + durationMs, 0)

let player: Player | undefined
afterEach(() => player?.close())

describe('a take', () => {
  test('is delivered in pieces of less than a second, which together are its whole sound', async () => {
    const { take, pieces, bars, ended } = await aTake()
    await vi.waitFor(() => expect(pieces.length).toBeGreaterThanOrEqual(3), { timeout: 8_000 })
    take.stop()
    expect(await ended).toBe('stopped')
    expect(pieces.length).toBeGreaterThanOrEqual(durationOf(pieces) / 1_000)
    expect(Math.max(...bars)).toBeGreaterThan(20)
    const sound = await new AudioContext().decodeAudioData(await soundOf(pieces).arrayBuffer())
    expect(Math.abs(sound.duration * 1000 - durationOf(pieces))).toBeLessThan(300)
  })

  test('delivers everything at a pause, and its clock stops until it resumes', async () => {
    const { take, pieces, ended } = await aTake()
    await vi.waitFor(() => expect(pieces.length).toBeGreaterThan(0), { timeout: 8_000 })
    take.pause()
    await vi.waitFor(() => expect(pieces.length).toBeGreaterThan(1), 10_000)
    const before = durationOf(pieces)
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    take.resume()
    take.stop()
    await ended
    expect(durationOf(pieces) - before).toBeLessThan(1_200)
  })

  test('ends with all of its pieces when the microphone is unplugged', async () => {
    const { stream, pieces, ended } = await aTake()
    await vi.waitFor(() => expect(pieces.length).toBeGreaterThan(0), { timeout: 8_000 })
    for (const track of stream.getTracks()) track.stop()
    expect(await ended).toBe('unplugged')
    expect(durationOf(pieces)).toBeGreaterThan(0)
  })
})

describe('the player', () => {
  test('plays the kept parts of two takes one after the other, to the end', async () => {
    const takes = []
    for (const number of [0, 1]) {
      const { take, pieces, ended } = await aTake()
      await vi.waitFor(() => expect(pieces.length).toBeGreaterThanOrEqual(2), { timeout: 8_000 })
      take.stop()
      await ended
      takes.push({ take: number, durationMs: durationOf(pieces), sound: soundOf(pieces) })
    }
    const parts = [
      { take: 0, startMs: 0, endMs: 700 },
      { take: 1, startMs: 300, endMs: null },
    ]
    const seen: number[] = []
    player = createPlayer(parts, takes, (problem) => {
      expect(problem).toBeUndefined()
      if (player) seen.push(player.positionMs)
    })
    player.play()
    const length = keptMs(parts, takes)
    // The player reaches the end of the sound shortly before it reports the end.
    await vi.waitFor(() => expect([player?.positionMs, player?.isPlaying]).toEqual([length, false]), 10_000)
    expect(seen.some((ms) => ms > 0 && ms < 700)).toBe(true)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  })

  test('goes to a place in the second take', async () => {
    const { take, pieces, ended } = await aTake()
    await vi.waitFor(() => expect(pieces.length).toBeGreaterThanOrEqual(3), { timeout: 8_000 })
    take.stop()
    await ended
    const played = { take: 0, durationMs: durationOf(pieces), sound: soundOf(pieces) }
    player = createPlayer([{ take: 0, startMs: 0, endMs: null }], [played], () => undefined)
    player.seek(1_500)
    player.play()
    await vi.waitFor(() => expect(player?.positionMs).toBeGreaterThan(1_600), { timeout: 5_000 })
    player.pause()
    expect(player.positionMs).toBeLessThan(played.durationMs)
  })

  test('plays what was requested last, however fast play, pause and places follow each other', async () => {
    const { take, pieces, ended } = await aTake()
    await vi.waitFor(() => expect(pieces.length).toBeGreaterThanOrEqual(2), { timeout: 8_000 })
    take.stop()
    await ended
    const played = { take: 0, durationMs: durationOf(pieces), sound: soundOf(pieces) }
    const problems: string[] = []
    const made = createPlayer([{ take: 0, startMs: 0, endMs: null }], [played], (problem) => {
      if (problem) problems.push(problem)
    })
    player = made
    for (let time = 0; time < 20; time += 1) {
      made.play()
      if (time % 3 === 0) await new Promise((resolve) => setTimeout(resolve, time))
      made.pause()
    }
    made.play()
    made.seek(900)
    expect(made.isPlaying).toBe(true)
    await vi.waitFor(() => expect(made.positionMs).toBeGreaterThan(900), 8_000)
    expect(made.positionMs).toBeLessThan(1_200)
    await vi.waitFor(() => expect(made.positionMs).toBe(played.durationMs), 8_000)
    expect(problems).toEqual([])
  })

  test('says when it cannot play', async () => {
    const problems: (string | undefined)[] = []
    const sound = new Blob(['no sound at all'])
    player = createPlayer([{ take: 0, startMs: 0, endMs: null }], [{ take: 0, durationMs: 900, sound }], (problem) =>
      problems.push(problem),
    )
    player.play()
    await vi.waitFor(() => expect(problems).toContain('unplayable'), 10_000)
  })
})
