export { RecordDrawer, type RecordName, recordNames } from './record-drawer.tsx'
export { type PatientRef, recordOf } from './record-queries.ts'
