import type { JobAuditRow } from '@dictara/contract/audit'
import type { RecordColumn } from '../../ui/record-table.tsx'
import { Moment } from './moment.tsx'
import { Person, Words } from './person.tsx'

const stages = { TRANSCRIPTION: 'Transcription', REVIEW: 'Review', BILLING: 'Billing' } as const

/** What somebody did with a job: "Review, level 2". */
export const stageWords = ({ stage, level }: Pick<JobAuditRow, 'stage' | 'level'>): string =>
  stage === 'REVIEW' && level ? `${stages[stage]}, level ${level.replace('LEVEL_', '')}` : stages[stage]

/** The columns of the audit of a job (AUD-25), on the screen and on paper. */
export const stintColumns = (timeZone: string): RecordColumn<JobAuditRow>[] => [
  { title: 'User Name', render: ({ userName, userType }) => <Person name={userName} userType={userType} /> },
  { title: 'Stage', render: stageWords },
  { title: 'Start Time', render: ({ startTime }) => <Moment at={startTime} timeZone={timeZone} /> },
  { title: 'End Time', render: ({ endTime }) => (endTime ? <Moment at={endTime} timeZone={timeZone} /> : '–') },
  { title: 'Status', render: ({ status }) => status ?? 'Working' },
  { title: 'Comment', render: ({ comment }) => <Words words={comment} /> },
]
