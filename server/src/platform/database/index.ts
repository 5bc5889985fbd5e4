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
export { migrate, urlAsRole, databaseRoles } from './migrate.ts'
export type { Tables } from './tables.ts'
export type { AuditFacts, EnqueueOptions, Events, TaskRef, Work } from './work.ts'
