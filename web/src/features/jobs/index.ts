export { type Group, groupsOf, tabsOf } from './job-tabs.ts'
export { useJobCounts } from './use-job-list.ts'
