import * as z from 'zod/mini'

/** A speech engine, with its name for people; the basic one writes rough drafts. */
export const SpeechEngine = z.object({ label: z.string(), isBasic: z.boolean() })
export type SpeechEngine = z.output<typeof SpeechEngine>
