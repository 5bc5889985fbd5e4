import { call } from '@dictara/browser/call'
import { dashboardCalls } from '@dictara/contract/dashboards'
import type { StoredUser } from '@dictara/contract/identity'
import { useQuery } from '@tanstack/react-query'
import { jobQueries } from '../../platform/query-client.ts'

/** Whether a doctor both edits and reviews, so that both kinds of work are counted together (DASH-32). */
export const hasJobBoard = ({ userType, userPrivilege }: Pick<StoredUser, 'userType' | 'userPrivilege'>) =>
  userType === 'doctor' && userPrivilege === 'TRANSCRIPTION_REVIEWER'

/** The number of waiting jobs on the combined board: those to review and those to edit (DASH-31). */
export const useJobBoard = (user: StoredUser | null) =>
  useQuery({
    queryKey: [...jobQueries, 'job-board'],
    queryFn: async ({ signal }) => {
      const { reviewerJobCount, transcriptionistJobCount } = (
        await call(dashboardCalls.getJobBoard, {}, { signal, handler: 'page' })
      ).result[0]!
      return reviewerJobCount + transcriptionistJobCount
    },
    enabled: user !== null && hasJobBoard(user),
  })
