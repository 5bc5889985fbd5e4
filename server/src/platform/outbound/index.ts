export { type ConnectTo, guardedConnect, type GuardedConnect } from './guarded-connect.ts'
export {
  type GuardedFetch,
  guardedFetch,
  type GuardedFetchParts,
  type OutboundAnswer,
  type OutboundRequest,
} from './guarded-fetch.ts'
export { OutboundFailed } from './outbound-failed.ts'
