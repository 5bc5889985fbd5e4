export { type Group, groupsOf, tabsOf } from './job-tabs.ts'
export { audioLength, submittedTime } from './job-times.ts'
export { editorOf } from './open-job.ts'
export { useJobCounts } from './use-job-list.ts'
