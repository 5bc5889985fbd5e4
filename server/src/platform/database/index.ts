export { anyOf } from './any-of.ts'
export { asJson } from './columns.ts'
export { preparedMark } from './connection.ts'
export {
  openDoors,
  type Doors,
  type DoorSettings,
  type Enqueue,
  type Gate,
  type Subscriber,
  type Subscribers,
} from './doors.ts'
export { jsonArrayOf } from './json-array.ts'
export { isInUse, missingKey } from './key-check.ts'
export { isDatabaseLost } from './lost.ts'
export { migrate, urlAsRole, databaseRoles, waitForPreparing } from './migrate.ts'
export { type CappedPageOf, page, type PageOf, type PageQuery } from './page.ts'
export { connectAlone, lineTo } from './pool.ts'
export { escapedForLike, hasWords, patternsOf, wordsOf } from './search.ts'
export type { Tables } from './tables.ts'
export { holdAlone, holdInUse } from './used-together.ts'
export type { AuditFacts, ClinicWork, EnqueueOptions, Events, TaskRef, Work } from './work.ts'
