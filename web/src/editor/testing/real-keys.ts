import { cdp } from 'vitest/browser'
import { eventOf } from './key-events.ts'

export { type Place, randomOf, type Standing, standingOf } from './standing.ts'

/**
 * Sends key presses to the browser without waiting between them. Resolves when the browser has received all of them.
 */
export const pressKeys = async (...strokes: string[]) => {
  const session = cdp()
  await Promise.all(
    strokes.flatMap((stroke) => {
      const event = eventOf(stroke)
      return [
        session.send('Input.dispatchKeyEvent', { type: 'text' in event ? 'keyDown' : 'rawKeyDown', ...event }),
        session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event }),
      ]
    }),
  )
}

/** Waits until the effects of the keys are on the screen and reported to all listeners. */
export const settled = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })
