import * as z from 'zod/mini'

/** An engine that recognises speech, as people call it; the basic one writes rough drafts. */
export const SpeechEngine = z.object({ label: z.string(), isBasic: z.boolean() })
export type SpeechEngine = z.output<typeof SpeechEngine>
