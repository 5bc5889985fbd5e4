import type { Job } from '@dictara/contract/jobs'
import { Button, Dropdown } from 'antd'
import { UserRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { RecordDrawer, type RecordName, recordNames, recordOf } from '../../patient-record/index.ts'

/** The patient of the note, in a drawer on the right: the known details, or the face sheet (EDIT-20). */
export function PatientInfo({ job }: { job: Job }) {
  const [shown, setShown] = useState<RecordName | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const items = Object.entries(recordNames).map(([key, label]) => ({ key, label }))
  useEffect(() => {
    if (!shown) return
    // The drawer would return the focus to the menu, which no longer exists by then.
    const button = trigger.current
    return () => button?.focus()
  }, [shown])
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => setShown(key as RecordName) }}>
        <Button ref={trigger} aria-haspopup="menu" icon={<UserRound size={16} aria-hidden />}>
          <span className="desk-wide">Patient Info</span>
        </Button>
      </Dropdown>
      <RecordDrawer patient={recordOf(job)} shown={shown} onClose={() => setShown(null)} />
    </>
  )
}
