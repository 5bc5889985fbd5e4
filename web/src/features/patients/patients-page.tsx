import { call } from '@dictara/browser/call'
import { shownDay } from '@dictara/browser/moments'
import { type Patient, patientCalls } from '@dictara/contract/patients'
import { Button, Flex, Tooltip } from 'antd'
import { FileText, History, Pencil, Plus, Trash2, Upload, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { useUser } from '../../platform/use-user.ts'
import { Cut } from '../../ui/cut.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { type Column, ListTable } from '../../ui/list-table.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useListQuery } from '../../ui/use-list-query.ts'
import { PatientLooks } from '../audit/index.ts'
import { RecordDrawer, type RecordName, recordNames } from '../patient-record/index.ts'
import { PatientDrawer, patientsKey } from './patient-drawer.tsx'

const mostLetters = 50
const nameOf = ({ firstName, lastName }: Patient) => `${firstName} ${lastName}`
const sources = { MANUAL: 'Added here', EHR: 'EHR', HL7: 'HL7' }

const whoLooked = 'Who looked at this patient'

interface PatientActionsProps {
  patient: Patient
  onEdit: () => void
  onRecord: (drawer: RecordName) => void
  /** Absent if the person may not read it. */
  onLooks: (() => void) | undefined
}

function PatientActions({ patient, onEdit, onRecord, onLooks }: PatientActionsProps) {
  const act = useAction({ refreshes: patientsKey })
  const name = nameOf(patient)
  const remove = () =>
    act.run(() => call(patientCalls.deletePatient, { params: { id: patient.id } }), {
      confirm: {
        title: `Delete ${name}?`,
        content: `MRN ${patient.medicalRecordNumber}. The patient is also removed from rosters.`,
        okText: 'Delete',
        isDanger: true,
      },
      success: false,
    })
  return (
    <Flex gap={4} align="center">
      {(['details', 'faceSheet'] as const).map((drawer) => (
        <Tooltip key={drawer} title={recordNames[drawer]}>
          <Button
            type="text"
            icon={drawer === 'details' ? <UserRound size={16} aria-hidden /> : <FileText size={16} aria-hidden />}
            aria-label={`${recordNames[drawer]} of ${name}`}
            onClick={() => onRecord(drawer)}
          />
        </Tooltip>
      ))}
      {onLooks && (
        <Tooltip title={whoLooked}>
          <Button
            type="text"
            icon={<History size={16} aria-hidden />}
            aria-label={`${whoLooked}: ${name}`}
            onClick={onLooks}
          />
        </Tooltip>
      )}
      {/* What an interface brings is corrected where it comes from. */}
      {patient.source === 'MANUAL' && (
        <>
          <Tooltip title="Edit">
            <Button type="text" icon={<Pencil size={16} aria-hidden />} aria-label={`Edit ${name}`} onClick={onEdit} />
          </Tooltip>
          <Tooltip title="Delete">
            <Button
              type="text"
              icon={<Trash2 size={16} aria-hidden />}
              aria-label={`Delete ${name}`}
              onClick={() => void remove()}
            />
          </Tooltip>
        </>
      )}
    </Flex>
  )
}

const columns = (
  onEdit: (patient: Patient) => void,
  onRecord: (patient: Patient, drawer: RecordName) => void,
  onLooks: ((patient: Patient) => void) | undefined,
): Column<typeof patientCalls.listPatients>[] => [
  {
    title: 'Name',
    sort: 'name',
    isHeading: true,
    width: 220,
    render: (patient) => (
      <Button type="link" className="row-link" onClick={() => onRecord(patient, 'details')}>
        <Cut text={nameOf(patient)} most={mostLetters} />
      </Button>
    ),
  },
  { title: 'Date of birth', width: 120, render: ({ birthDate }) => (birthDate ? shownDay(birthDate) : 'Not known') },
  { title: 'Sex', width: 80, render: ({ gender }) => gender },
  { title: 'MRN', width: 120, render: ({ medicalRecordNumber }) => medicalRecordNumber },
  { title: 'Bed', width: 80, render: ({ bedId }) => bedId ?? '–' },
  { title: 'Facility', width: 160, render: ({ facility }) => <Cut text={facility.facilityName} /> },
  { title: 'Source', width: 100, render: ({ source }) => sources[source] },
  {
    title: 'Action',
    isRigid: true,
    width: onLooks ? 208 : 168,
    render: (patient) => (
      <PatientActions
        patient={patient}
        onEdit={() => onEdit(patient)}
        onRecord={(drawer) => onRecord(patient, drawer)}
        onLooks={onLooks && (() => onLooks(patient))}
      />
    ),
  },
]

/** The patients of the person's facilities, to search, add, import and correct (Q207). */
export function PatientsPage() {
  const list = useListQuery(patientCalls.listPatients, { key: patientsKey, names: { facilityIds: 'facilities' } })
  const navigate = useNavigate()
  const user = useUser()
  const [open, setOpen] = useState<{ patient?: Patient } | null>(null)
  const [looked, setLooked] = useState<Patient>()
  const [record, setRecord] = useState<{ patient: Patient; drawer: RecordName } | null>(null)
  return (
    <>
      <ListPage
        title="Patients"
        list={list}
        search="Search by name, date of birth or MRN"
        actions={
          <Flex gap="small" wrap>
            <Button icon={<Upload size={16} aria-hidden />} onClick={() => void navigate(paths.importPatients)}>
              Import
            </Button>
            <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setOpen({})}>
              New patient
            </Button>
          </Flex>
        }
        failed={{ title: 'The patients couldn’t be loaded' }}
      >
        <ListTable
          list={list}
          empty="No patients yet. Add one, and you can dictate for them."
          columns={columns(
            (patient) => setOpen({ patient }),
            (patient, drawer) => setRecord({ patient, drawer }),
            user?.userType === 'clinicAdmin' ? setLooked : undefined,
          )}
        />
      </ListPage>
      {open && <PatientDrawer patient={open.patient} onClose={() => setOpen(null)} />}
      {looked && (
        <PatientLooks patient={{ patientId: looked.id, name: nameOf(looked) }} onClose={() => setLooked(undefined)} />
      )}
      {record && user && (
        <RecordDrawer
          patient={{
            facilityId: record.patient.facility.facilityId,
            patientId: record.patient.id,
            authorId: user.id,
          }}
          shown={record.drawer}
          onClose={() => setRecord(null)}
        />
      )}
    </>
  )
}
