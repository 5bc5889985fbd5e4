import type { StoredUser } from '@dictara/contract/identity'

/** The editor of a person: the older one for transcriptionists, the newer one for everyone else (Q113, JOBS-45, JOBS-46). */
export const editorOf = (user: Pick<StoredUser, 'userType'>, jobId: string, stage: string) =>
  user.userType === 'transcriptionist'
    ? `/dashboard/editor/${jobId}?userType=${user.userType}&jobStage=${stage}`
    : `/dashboard/new-editor/${jobId}?jobStage=${stage}&userRole=${user.userType}`
