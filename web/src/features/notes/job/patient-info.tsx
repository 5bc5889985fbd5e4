import type { Job } from '@dictara/contract/jobs'
import { Button, Drawer, Dropdown, Typography } from 'antd'
import { UserRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Fact, Facts } from './job-details.tsx'

const names = { details: 'Patient Details', faceSheet: 'Face Sheet' } as const
type Shown = keyof typeof names

/** 60 % of the window; more where that is too narrow to read. */
const width = 'max(60%, min(100%, 24rem))'

const PatientDetails = ({ jobId }: { jobId: string }) => (
  <>
    <Facts jobId={jobId}>
      {(fact) => (
        <>
          <Fact name="Name">{fact('NAME') || '–'}</Fact>
          <Fact name="DOB">{fact('DATE OF BIRTH') || '–'}</Fact>
          <Fact name="MRN">{fact('MRN') || '–'}</Fact>
          <Fact name="Gender">{fact('GENDER') || '–'}</Fact>
          <Fact name="Room/Bed">{fact('ROOM/BED') || '–'}</Fact>
          <Fact name="Date of Admission">{fact('DATE OF ADMISSION') || '–'}</Fact>
        </>
      )}
    </Facts>
    <Typography.Paragraph style={{ marginBlockStart: 16 }}>
      Dictara doesn’t have coverage, diagnoses, contacts, allergies, practitioners, consents or ADT records yet.
    </Typography.Paragraph>
  </>
)

/** Whom the note is about, in a drawer on the right: the details that are known, or the face sheet (EDIT-20). */
export function PatientInfo({ job }: { job: Job }) {
  const [shown, setShown] = useState<Shown | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const items = Object.entries(names).map(([key, label]) => ({ key, label }))
  useEffect(() => {
    if (!shown) return
    // The drawer itself would give the focus back to the menu, which is gone by then.
    const button = trigger.current
    return () => button?.focus()
  }, [shown])
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => setShown(key as Shown) }}>
        <Button ref={trigger} aria-haspopup="menu" icon={<UserRound size={16} aria-hidden />}>
          <span className="desk-wide">Patient Info</span>
        </Button>
      </Dropdown>
      <Drawer
        open={shown !== null}
        title={shown && names[shown]}
        placement="right"
        size={width}
        destroyOnHidden
        onClose={() => setShown(null)}
      >
        {shown === 'details' && <PatientDetails jobId={job.jobId} />}
        {shown === 'faceSheet' && (
          <Typography.Paragraph>
            Dictara doesn’t have face sheets yet. Patient Details shows what it knows.
          </Typography.Paragraph>
        )}
      </Drawer>
    </>
  )
}
