import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { text } from '../shapes.ts'
import { everyone } from '../roles.ts'

export const densities = ['comfortable', 'compact'] as const
export const rails = ['auto', 'open', 'closed'] as const

/** Least and most of the numbers, and the maximum lengths of the rest. */
export const preferenceLimits = {
  speed: [0.25, 4],
  step: [0, 60],
  volume: [0, 1],
  louder: [0, 40],
  letters: 50,
  keys: 100,
} as const
const limits = preferenceLimits

const between = ([least, most]: readonly [number, number]) => z.number().check(z.minimum(least), z.maximum(most))

const choices = {
  /** Playback speed; 1: as spoken. */
  speed: between(limits.speed),
  /** Seconds of one step back or forward. */
  step: between(limits.step),
  /** Scrolls to keep the spoken word visible. */
  follow: z.boolean(),
  volume: between(limits.volume),
  /** Decibels above the recorded level. */
  louder: between(limits.louder),
  density: z.enum(densities),
  /** The menu on the left; auto: open on wide screens (SHELL-38). */
  rail: z.enum(rails),
  /** The open panel beside the note; null: none. */
  panel: z.nullable(text(limits.letters)),
  factsFolded: z.boolean(),
  /** Complete and Approve continue with the next job. */
  autoNext: z.boolean(),
  /** Notifications also appear outside the window, if the browser allows it. */
  noticesOutside: z.boolean(),
  /** The person's own keys: action → key. */
  keys: z
    .record(text(limits.letters, 1), text(limits.letters))
    .check(z.refine((keys) => Object.keys(keys).length <= limits.keys, 'That’s too many.')),
}

/** A person's preferences, the same on every device (Q203). */
export const Preferences = z.object(choices)
export type Preferences = z.output<typeof Preferences>

/** For people who have not chosen anything yet. */
export const defaultPreferences: Preferences = {
  speed: 1,
  step: 2,
  follow: true,
  volume: 1,
  louder: 0,
  density: 'comfortable',
  rail: 'auto',
  panel: 'outline',
  factsFolded: false,
  autoNext: true,
  noticesOutside: false,
  keys: {},
}

export const preferenceCalls = defineCalls({
  getPreferences: {
    method: 'GET',
    path: '/clinic/user/preferences',
    summary: 'The caller’s preferences, with defaults for what they haven’t chosen.',
    callers: everyone,
    result: Preferences,
    example: {},
  },
  savePreferences: {
    method: 'PUT',
    path: '/clinic/user/preferences',
    summary: 'Saves the preferences that are sent and answers all of them.',
    callers: everyone,
    // A browser may send it again by itself, long after the choice.
    person: false,
    body: z.partial(z.strictObject(choices)),
    result: Preferences,
    example: { body: { density: 'compact' } },
  },
})
