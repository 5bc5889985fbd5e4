import { cdp } from 'vitest/browser'
import { eventOf } from './key-events.ts'

export { type Place, randomOf, type Standing, standingOf } from './standing.ts'

/** Presses keys one after the other without waiting for what they do, as fast fingers press them; settles when all have arrived. */
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

/** Until what the keys did is on the screen and told to everybody. */
export const settled = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })
