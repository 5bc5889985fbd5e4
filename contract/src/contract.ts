export * from './call.ts'
export * from './refusals.ts'
export * as shapes from './shapes.ts'
