import { pressedOf } from '../keys/keys.ts'

/** How far the keys jump back and forward, in seconds. */
export const stepSeconds = 2
/** Resumed playback starts this much earlier, because nobody remembers the last half sentence exactly. */
export const backstepSeconds = 1.5
export const speeds = [0.5, 0.75, 0.9, 1, 1.25, 1.5, 1.75, 2] as const

/** Where playback resumes after a pause; at the very beginning and after a jump nothing is repeated. */
export const resumeAt = (pausedAt: number | null, position: number): number =>
  pausedAt !== null && Math.abs(pausedAt - position) < 0.05 ? Math.max(0, position - backstepSeconds) : position

export const nextSpeed = (now: number, by: -1 | 1): number => {
  const index = speeds.findIndex((speed) => speed >= now - 0.001)
  return speeds[Math.min(speeds.length - 1, Math.max(0, (index < 0 ? speeds.length - 1 : index) + by))]!
}

export type PlayerAction = 'toggle' | 'back' | 'forward' | 'slower' | 'faster'
const actions: readonly PlayerAction[] = ['toggle', 'back', 'forward', 'slower', 'faster']

/** The player's keys: function keys as sent by foot pedals, and Ctrl keys for hands that stay on the keyboard. */
export const playerAction = (event: Parameters<typeof pressedOf>[1]): PlayerAction | null =>
  pressedOf(actions, event) ?? null
