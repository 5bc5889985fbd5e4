import type { RosterEntry } from '@dictara/contract/roster'
import { RecordDrawer, type RecordName } from '../patient-record/index.ts'

/** The patient of a visit and the part of their record that is open. */
export interface RecordOfVisit {
  entry: RosterEntry
  drawer: RecordName
}

interface RosterRecordProps {
  record: RecordOfVisit
  /** Whose roster it is. */
  authorId: string
  onClose: () => void
}

/** The record of a patient on the roster, over the page. */
export const RosterRecord = ({ record: { entry, drawer }, authorId, onClose }: RosterRecordProps) => (
  <RecordDrawer
    patient={{ facilityId: entry.facility.facilityId, patientId: entry.patientId, authorId }}
    shown={drawer}
    onClose={onClose}
  />
)
