export { inferNote } from './inference/infer-note.ts'
export type * from './inference/items.ts'
