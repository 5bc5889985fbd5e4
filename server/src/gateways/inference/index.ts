import type { InferenceEngine } from './port.ts'
import { rules } from './rules.ts'

export type { Inferred, InferenceEngine } from './port.ts'

/** What reads facts out of notes, as the configuration asks for. */
export const openInference = (): InferenceEngine => rules
