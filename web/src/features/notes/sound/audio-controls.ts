import { pressedOf } from '../keys/keys.ts'

/** How far back and forward the keys go, in seconds. */
export const stepSeconds = 2
/** A resumed recording starts this much earlier: nobody remembers the last half sentence exactly. */
export const backstepSeconds = 1.5
export const speeds = [0.5, 0.75, 0.9, 1, 1.25, 1.5, 1.75, 2] as const

/** Where playing goes on after a pause; at the very beginning and after a jump there is nothing to repeat. */
export const resumeAt = (pausedAt: number | null, position: number): number =>
  pausedAt !== null && Math.abs(pausedAt - position) < 0.05 ? Math.max(0, position - backstepSeconds) : position

export const nextSpeed = (now: number, by: -1 | 1): number => {
  const index = speeds.findIndex((speed) => speed >= now - 0.001)
  return speeds[Math.min(speeds.length - 1, Math.max(0, (index < 0 ? speeds.length - 1 : index) + by))]!
}

export type PlayerAction = 'toggle' | 'back' | 'forward' | 'slower' | 'faster'
const actions: readonly PlayerAction[] = ['toggle', 'back', 'forward', 'slower', 'faster']

/** The player's keys: function keys as foot pedals send them, and Ctrl keys for hands that stay on the letters. */
export const playerAction = (event: Parameters<typeof pressedOf>[1]): PlayerAction | null =>
  pressedOf(actions, event) ?? null
