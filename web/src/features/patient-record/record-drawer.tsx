import { call } from '@dictara/browser/call'
import { patientRecordCalls } from '@dictara/contract/patient-record'
import { useIsFetching } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import '../../ui/on-paper.css'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { usePaper } from '../../ui/use-paper.ts'
import { FaceSheet } from './face-sheet.tsx'
import { PatientDetails } from './patient-details.tsx'
import { type PatientRef, recordQueries } from './record-queries.ts'
import { OnPaper } from '../../ui/record-table.tsx'

export const recordNames = { details: 'Patient Details', faceSheet: 'Face Sheet' } as const
export type RecordName = keyof typeof recordNames

/** 60 % of the window (PAT-10), or more on windows where that is too narrow to read. */
const width = 'max(60%, min(100%, 24rem))'

/** Prints the face sheet of a patient once all of it is loaded, and informs the server for the audit. */
function PrintFaceSheet({ patient }: { patient: PatientRef }) {
  const [isPrinted, setPrinted] = useState(false)
  const isLoading = useIsFetching({ queryKey: recordQueries(patient) }) > 0
  usePaper(isPrinted, () => setPrinted(false))
  function print() {
    const { facilityId, patientId } = patient
    // Inform the audit; printing does not wait for the answer.
    void call(patientRecordCalls.tellPrinted, { query: { facilityId, patientId } }, { handler: false }).catch(() => {})
    setPrinted(true)
  }
  return (
    <>
      <Button icon={<Printer size={16} aria-hidden />} disabled={isLoading} onClick={print}>
        Print
      </Button>
      {isPrinted &&
        createPortal(
          <div>
            <div className="on-paper" aria-hidden="true">
              <OnPaper value={true}>
                <FaceSheet patient={patient} />
              </OnPaper>
            </div>
          </div>,
          document.body,
        )}
    </>
  )
}

interface RecordDrawerProps {
  patient: PatientRef
  /** null: closed. */
  shown: RecordName | null
  /** Default: the name of the content. */
  title?: string
  /** CSS length. Default: 60 % of the window. */
  size?: string | number
  onClose: () => void
}

/** The record of a patient in a drawer on the right: Patient Details or the face sheet. */
export function RecordDrawer({ patient, shown, title, size = width, onClose }: RecordDrawerProps) {
  // A page may remove the drawer on Close. Only a drawer that stays in the page returns the focus itself.
  useFocusBack()
  return (
    <Drawer
      open={shown !== null}
      title={shown && (title ?? recordNames[shown])}
      placement="right"
      size={size}
      destroyOnHidden
      extra={shown === 'faceSheet' && <PrintFaceSheet patient={patient} />}
      onClose={onClose}
    >
      {shown === 'details' && <PatientDetails patient={patient} />}
      {shown === 'faceSheet' && <FaceSheet patient={patient} />}
    </Drawer>
  )
}
