import { momentIn, shownDay } from '@dictara/browser/moments'
import type { FiledNote, filingCalls } from '@dictara/contract/filing'
import { Button, Descriptions, Modal, Tag } from 'antd'
import { useState } from 'react'
import { Cut } from '../../ui/cut.tsx'
import { ListTable } from '../../ui/list-table.tsx'
import type { List } from '../../ui/use-list-query.ts'

const nothingYet = 'Nothing has arrived yet. Approve a note of this facility and it appears here.'
const stateOf = (note: FiledNote) => (note.struckOut ? <Tag color="error">Struck Out</Tag> : <Tag>Filed</Tag>)

interface ReceivedNotesProps {
  list: List<typeof filingCalls.listFiledNotes>
  /** The facility's time zone. */
  timeZone: string
}

/** The notes that the demo EHR received, with their text as it arrived. */
export function ReceivedNotes({ list, timeZone }: ReceivedNotesProps) {
  const [openId, setOpenId] = useState<string>()
  const open = list.rows.find(({ id }) => id === openId)
  return (
    <>
      <ListTable
        list={list}
        empty={nothingYet}
        columns={[
          { title: 'Job ID', isHeading: true, width: 80, render: ({ jobNumber }) => jobNumber },
          { title: 'Patient Name', render: ({ patientName }) => <Cut text={patientName} /> },
          { title: 'MRN', render: ({ medicalRecordNumber }) => medicalRecordNumber },
          { title: 'Author', render: ({ author }) => <Cut text={author} /> },
          { title: 'Work Type', render: ({ workType }) => <Cut text={workType ?? ''} /> },
          { title: 'Received', width: 180, render: ({ receivedAt }) => momentIn(receivedAt, timeZone) },
          { title: 'Deliveries', width: 80, render: ({ deliveries }) => deliveries },
          { title: 'Status', width: 100, render: stateOf },
          {
            title: 'Action',
            isRigid: true,
            width: 80,
            render: ({ id, jobNumber }) => (
              <Button size="small" aria-label={`View the note of job ${jobNumber}`} onClick={() => setOpenId(id)}>
                View
              </Button>
            ),
          },
        ]}
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
    ['Received', momentIn(note.receivedAt, timeZone)],
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
