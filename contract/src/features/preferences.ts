import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { text } from '../shapes.ts'
import { everyone } from '../roles.ts'

export const densities = ['comfortable', 'compact'] as const
export const rails = ['auto', 'open', 'closed'] as const

/** What the figures may be, least and most, and how long the rest. */
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
  /** How fast the sound plays; 1: as spoken. */
  speed: between(limits.speed),
  /** Seconds that the sound goes back or forward by one step. */
  step: between(limits.step),
  /** The spoken word is kept in sight. */
  follow: z.boolean(),
  volume: between(limits.volume),
  /** Decibels by which it plays louder than it was recorded. */
  louder: between(limits.louder),
  density: z.enum(densities),
  /** The menu at the left; auto: open where the screen is wide (SHELL-38). */
  rail: z.enum(rails),
  /** The panel beside the note that is open; null: none. */
  panel: z.nullable(text(limits.letters)),
  factsFolded: z.boolean(),
  /** Complete and Approve lead to the next job. */
  autoNext: z.boolean(),
  /** What the bell tells is told outside the window too, where a browser allows it. */
  noticesOutside: z.boolean(),
  /** What the person has laid on other keys: action → key. */
  keys: z
    .record(text(limits.letters, 1), text(limits.letters))
    .check(z.refine((keys) => Object.keys(keys).length <= limits.keys, 'That’s too many.')),
}

/** How a person likes to work, the same on every device (Q203). */
export const Preferences = z.object(choices)
export type Preferences = z.output<typeof Preferences>

/** Of who has chosen nothing yet. */
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
    // A browser says it again by itself, long after it was chosen.
    person: false,
    body: z.partial(z.strictObject(choices)),
    result: Preferences,
    example: { body: { density: 'compact' } },
  },
})
