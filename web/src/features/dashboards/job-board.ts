import { call } from '@dictara/browser/call'
import { dashboardCalls } from '@dictara/contract/dashboards'
import type { StoredUser } from '@dictara/contract/identity'
import { useQuery } from '@tanstack/react-query'
import { jobQueries } from '../../platform/query-client.ts'

/** Doctors who edit and review: their work of both kinds is told as one number (DASH-32). */
export const hasJobBoard = ({ userType, userPrivilege }: Pick<StoredUser, 'userType' | 'userPrivilege'>) =>
  userType === 'doctor' && userPrivilege === 'TRANSCRIPTION_REVIEWER'

/** How many jobs wait on the combined board, what is to be reviewed and what is to be edited (DASH-31). */
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
