export { InferenceTab } from './inference-tab.tsx'
export type { ShowWords } from './field.tsx'
export { type Inference, useInference } from './use-inference.ts'
