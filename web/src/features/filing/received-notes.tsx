import { shownDay } from '@dictara/browser/shown-day'
import type { FiledNote } from '@dictara/contract/filing'
import { Button, Descriptions, Modal, Table, type TableProps, Tag } from 'antd'
import { useState } from 'react'
import { submittedTime } from '../jobs/index.ts'

const nothingYet = 'Nothing has arrived yet. Approve a note of this facility and it appears here.'
const stateOf = (note: FiledNote) => (note.struckOut ? <Tag color="error">Struck Out</Tag> : <Tag>Filed</Tag>)

/** What the demo EHR received, with each note's text as it arrived. */
export function ReceivedNotes({
  notes,
  timeZone,
  isLoading,
}: {
  notes: readonly FiledNote[]
  /** The facility's. */
  timeZone: string
  isLoading: boolean
}) {
  const [openId, setOpenId] = useState<string>()
  const open = notes.find(({ id }) => id === openId)
  const columns: TableProps<FiledNote>['columns'] = [
    { title: 'Job ID', dataIndex: 'jobNumber', rowScope: 'row' },
    { title: 'Patient Name', dataIndex: 'patientName' },
    { title: 'MRN', dataIndex: 'medicalRecordNumber' },
    { title: 'Author', dataIndex: 'author' },
    { title: 'Work Type', dataIndex: 'workType' },
    { title: 'Received', dataIndex: 'receivedAt', render: (iso: string) => submittedTime(iso, timeZone) },
    { title: 'Deliveries', dataIndex: 'deliveries' },
    { title: 'Status', render: (_, note) => stateOf(note) },
    {
      title: 'Action',
      render: (_, note) => (
        <Button size="small" aria-label={`View the note of job ${note.jobNumber}`} onClick={() => setOpenId(note.id)}>
          View
        </Button>
      ),
    },
  ]
  return (
    <>
      <Table<FiledNote>
        rowKey="id"
        columns={columns}
        dataSource={[...notes]}
        loading={isLoading}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: isLoading ? 'Loading …' : nothingYet }}
      />
      <Modal
        open={open !== undefined}
        title={open && `Note of job ${open.jobNumber}`}
        footer={<Button onClick={() => setOpenId(undefined)}>Close</Button>}
        onCancel={() => setOpenId(undefined)}
        width={720}
        destroyOnHidden
      >
        {open && <Detail note={open} timeZone={timeZone} />}
      </Modal>
    </>
  )
}

function Detail({ note, timeZone }: { note: FiledNote; timeZone: string }) {
  const facts: [string, React.ReactNode][] = [
    ['Patient Name', note.patientName],
    ['MRN', note.medicalRecordNumber],
    ['Author', note.author],
    ['Work Type', note.workType ?? 'None'],
    ['Date of Encounter', note.dateOfEncounter ? shownDay(note.dateOfEncounter) : 'None'],
    ['Received', submittedTime(note.receivedAt, timeZone)],
    ['Version', note.noteVersion],
    ['Deliveries', note.deliveries],
    ['Status', stateOf(note)],
  ]
  return (
    <>
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2 }}
        items={facts.map(([label, children]) => ({ key: label, label, children }))}
      />
      <section
        aria-label="Text of the note"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long note is scrolled by keyboard (WCAG 2.1.1)
        tabIndex={0}
        style={{
          whiteSpace: 'pre-wrap',
          maxHeight: '50vh',
          overflow: 'auto',
          overflowWrap: 'anywhere',
          marginTop: 16,
          textDecoration: note.struckOut ? 'line-through' : undefined,
        }}
      >
        {note.text}
      </section>
    </>
  )
}
