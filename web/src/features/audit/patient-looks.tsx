import { auditCalls, type PatientLook } from '@dictara/contract/audit'
import { Drawer } from 'antd'
import { useState } from 'react'
import type { RecordColumn } from '../../ui/record-table.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import './audit.css'
import { CsvButton } from '../../ui/csv-button.tsx'
import { type Days, DayRange, daysSent } from './day-range.tsx'
import { DrawerTable, drawerSize } from './drawer-table.tsx'
import { eventWords } from '@dictara/contract/audit-words'
import { Moment } from './moment.tsx'
import { Person, Words } from './person.tsx'
import { useDrawerList } from './use-drawer-list.ts'

const columns: RecordColumn<PatientLook>[] = [
  { title: 'Time', render: ({ at, timeZone }) => <Moment at={at} timeZone={timeZone} /> },
  { title: 'User Name', render: ({ userName, userType }) => <Person name={userName} userType={userType} /> },
  { title: 'What they saw', render: ({ event }) => eventWords({ event }) },
  { title: 'Job ID', render: ({ jobNumber }) => jobNumber ?? '–' },
  { title: 'IP Address', render: ({ ip }) => <Words words={ip} /> },
]

interface PatientLooksProps {
  patient: { patientId: string; name: string }
  onClose: () => void
}

/** Who looked at a patient's record, notes and recordings, newest first. */
export function PatientLooks({ patient: { patientId, name }, onClose }: PatientLooksProps) {
  useFocusBack()
  const [days, setDays] = useState<Days>({ from: '', to: '' })
  const { first: from, last: to } = daysSent(days)
  const query = { ...(from && { from }), ...(to && { to }) }
  const looks = useDrawerList(auditCalls.listPatientLooks, { params: { patientId }, query })
  return (
    <Drawer open title="Who looked at this patient" placement="right" size={drawerSize} onClose={onClose}>
      <h2 className="audit-title">{name}</h2>
      <div className="audit-part-head">
        <DayRange days={days} onChange={setDays} />
        <CsvButton
          spec={auditCalls.exportPatientLooks}
          name="who-looked-at-this-patient"
          input={{ params: { patientId }, query }}
        />
      </div>
      <DrawerTable
        label="Who looked"
        list={looks}
        columns={columns}
        empty="Nobody looked at this patient in these days."
      />
    </Drawer>
  )
}
