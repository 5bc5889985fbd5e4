import { call } from '@dictara/browser/call'
import { momentIn } from '@dictara/browser/moments'
import { type Hl7File, hl7FileCalls } from '@dictara/contract/hl7-files'
import { useQuery } from '@tanstack/react-query'
import { Button, Descriptions, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useUser } from '../../platform/use-user.ts'
import { Failed } from '../../ui/failed.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { editorOf } from '../jobs/index.ts'
import { hl7Queries, sizeWords } from './file-types.ts'
import { placeWords, resultWords, verdictWords } from './verdict-words.ts'

/** HL7-07. */
const drawerSize = 'min(100%, 350px)'
const shownAtOnce = 50

/** The results of the messages of a file. Messages with problems are shown at once, the others on request. */
function Messages({ clinicId, file }: { clinicId: string; file: Hl7File }) {
  const { applied, known, nothing, refused } = file.messages
  const total = applied + known + nothing + refused
  const [most, setMost] = useState(shownAtOnce)
  const list = useQuery({
    queryKey: [...hl7Queries, 'messages', file.id, most],
    queryFn: async ({ signal }) =>
      (
        await call(
          hl7FileCalls.listHl7Messages,
          { params: { clinicId, fileId: file.id }, query: { size: Math.min(most, 100), page: 0 } },
          { signal, handler: 'page' },
        )
      ).result,
    placeholderData: (before) => before,
  })
  if (total === 0) return null
  return (
    <section aria-label="Messages">
      <h2>Messages</h2>
      <Failed of={list} title="The messages couldn’t be loaded" />
      {list.isPending && <Skeleton active title={false} />}
      <ol className="hl7-messages">
        {list.data?.map((one) => (
          <li key={one.number} className={one.verdict === 'REFUSED' ? 'is-refused' : undefined}>
            <strong>
              {one.number}. {one.event || 'Message'}
            </strong>{' '}
            {verdictWords[one.verdict]}
            {one.facilityName && <span className="hl7-quiet"> in {one.facilityName}</span>}
            {one.reason && <p>{one.reason}</p>}
            {one.problems.map((problem, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- problems have no ids and are never reordered
              <p key={at} className="hl7-quiet">
                {problem.message === one.reason ? '' : `${problem.message} `}
                {placeWords(problem)}
              </p>
            ))}
          </li>
        ))}
      </ol>
      {total > (list.data?.length ?? 0) && most < 100 && (
        <Button type="link" onClick={() => setMost(100)}>
          Show more of {total.toLocaleString('en-US')}
        </Button>
      )}
      {total > 100 && most >= 100 && <p className="hl7-quiet">The first 100 of {total.toLocaleString('en-US')}.</p>}
    </section>
  )
}

/** The job whose note a file holds: number and patient, as a link to the note. */
export function JobOfFile({ job: { jobId, jobNumber, patientName } }: { job: NonNullable<Hl7File['job']> }) {
  const user = useUser()
  return (
    user && (
      <Link to={editorOf(user, jobId, 'completed')}>
        {jobNumber}, {patientName}
      </Link>
    )
  )
}

/** The details of a file, the results of its messages, and the comments of its exports (HL7-07, HL7-20). */
export function FileDrawer({ clinicId, file, onClose }: { clinicId: string; file: Hl7File; onClose: () => void }) {
  useFocusBack()
  const result = resultWords(file)
  return (
    <Drawer
      open
      title="Details"
      placement="right"
      size={drawerSize}
      onClose={onClose}
      classNames={{ body: 'hl7-drawer' }}
    >
      <Descriptions
        column={1}
        size="small"
        layout="vertical"
        colon={false}
        items={[
          { key: 'name', label: 'File Name', children: <span className="hl7-name">{file.fileName}</span> },
          { key: 'size', label: 'File Size', children: sizeWords(file.fileSize) },
          { key: 'time', label: 'Uploaded Time', children: momentIn(file.uploadedTime, file.timeZone) },
          { key: 'by', label: 'Uploaded By', children: file.uploadedBy },
          { key: 'exports', label: 'Times Exported', children: file.noOfTimesExported },
          ...(file.job ? [{ key: 'job', label: 'Job', children: <JobOfFile job={file.job} /> }] : []),
          { key: 'result', label: 'Result', children: result },
          ...(file.problem && file.problem !== result
            ? [{ key: 'problem', label: 'Problem', children: file.problem }]
            : []),
        ]}
      />
      <Messages clinicId={clinicId} file={file} />
      <section aria-label="Comments">
        <h2>Comments</h2>
        {file.fileExportDataList.length === 0 && <p>No comments found!</p>}
        <ul className="hl7-comments">
          {file.fileExportDataList.map(({ exportedBy, exportedTime, comment }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- exports are never reordered
            <li key={at}>
              <strong>{exportedBy}</strong> <span className="hl7-quiet">{momentIn(exportedTime, file.timeZone)}</span>
              <p>{comment || 'Exported without a comment.'}</p>
            </li>
          ))}
        </ul>
      </section>
    </Drawer>
  )
}
