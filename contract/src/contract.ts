export * from './call.ts'
export type { ListCall } from './list.ts'
export * from './refusals.ts'
export * as shapes from './shapes.ts'
