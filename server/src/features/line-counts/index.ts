import {
  type LineCount,
  lineCountCalls,
  type LineGroup,
  lineGroupLabels,
  rateUnitsOfDollar,
} from '@dictara/contract/line-counts'
import { userTypeWords } from '@dictara/contract/user-type-words'
import type { Feature } from '../../platform/feature.ts'
import { type CsvFile, sendCsv } from '../../platform/http/csv.ts'
import { serve } from '../../platform/http/serve.ts'
import { countLines } from './count-lines.ts'
import { setRate } from './set-rate.ts'

const lineCountsAsCsv = (by: LineGroup): CsvFile<LineCount> => ({
  name: 'line-counts',
  columns: {
    [lineGroupLabels[by]]: ({ name }) => name,
    ...(by !== 'facility' && {
      'User Type': ({ userType }: LineCount) => userType && userTypeWords[userType],
    }),
    Dictations: ({ jobs }) => jobs,
    Lines: ({ lines }) => lines.toFixed(2),
    Minutes: ({ seconds }) => (seconds / 60).toFixed(2),
    ...(by === 'typist' && {
      'Rate per line (USD)': ({ rate }: LineCount) => rate !== null && (rate / rateUnitsOfDollar).toFixed(4),
    }),
    'Pay (USD)': ({ payCents }) => payCents !== null && (payCents / 100).toFixed(2),
  },
})

/** What was typed in a period, counted in lines and minutes, for whoever pays typists (Q205). */
export const lineCountsFeature = (): Feature => ({
  name: 'line-counts',
  calls: serve(lineCountCalls, {
    countLines: async ({ work, query }) => ({ result: [await countLines(work, query)] }),
    async exportLines({ doors, actor, query, reply }) {
      const { rows } = await doors.inClinic(actor, (work) => countLines(work, query))
      return () => sendCsv(reply, lineCountsAsCsv(query.by), rows)
    },
    setUsualRate: async ({ work, body }) => ({
      result: [{ rate: await setRate(work, null, body) }],
      message: 'Pay rate saved',
    }),
    setOwnRate: async ({ work, params, body }) => ({
      result: [{ rate: await setRate(work, params.userId, body) }],
      message: 'Pay rate saved',
    }),
  }),
})
