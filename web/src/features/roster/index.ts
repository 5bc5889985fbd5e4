export { NextOnRoster } from './next-on-roster.tsx'
export { useNextVisit } from './use-next-visit.ts'
export { useRosterAccess } from './use-roster-access.ts'
