import type { Piece } from '@dictara/browser/recordings'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { faultsIn } from '../testing/rising-pitch.ts'
import { heardInSound, risingTone } from '../testing/rising-tone.ts'
import { closeMicrophone, isStream, openMicrophone } from './open-microphone.ts'
import { recordTake } from './take-recorder.ts'

let microphone: Awaited<ReturnType<typeof risingTone>>
beforeEach(async () => {
  // Delay the sound, as a real microphone does.
  microphone = await risingTone(0.2)
})
afterEach(() => microphone.remove())

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** Blocks the page for some time, so that the sound of the microphone has to wait. */
const blockPage = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

async function speak() {
  const stream = await openMicrophone('')
  if (!isStream(stream)) throw new Error(stream.title)
  const pieces: Piece[] = []
  const ended = Promise.withResolvers<void>()
  const from = microphone.now()
  const take = recordTake(stream, {
    onPiece: (piece) => pieces.push(piece),
    onLevel: () => undefined,
    onEnd: () => {
      closeMicrophone(stream)
      ended.resolve()
    },
  })
  await later(1_500)
  return { take, from, ended: ended.promise, heard: () => heardInSound(pieces.map(({ bytes }) => bytes)) }
}

describe('the last words before the press', () => {
  test('are in the take when it ends, also if the page was busy', async () => {
    const { take, from, ended, heard } = await speak()
    blockPage(500)
    const to = microphone.now()
    take.stop()
    await ended
    expect(faultsIn(await heard(), from, to)).toEqual([])
  })

  test('are delivered at a pause, also if the page was busy', async () => {
    const { take, from, heard } = await speak()
    blockPage(500)
    const to = microphone.now()
    await take.pause()
    expect(faultsIn(await heard(), from, to)).toEqual([])
  })
})
