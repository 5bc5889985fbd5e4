import { call } from '@dictara/browser/call'
import { peopleCalls } from '@dictara/contract/people'
import { DoctorFields } from './doctor-fields.tsx'
import { inputOf, valuesOf } from './doctor-values.ts'
import { asksForFacility, PersonDrawer, type PersonDrawerProps } from './person-drawer.tsx'

/** Add Doctor and Edit Doctor (PEOP-05, PEOP-34 to PEOP-47). */
export const DoctorDrawer = ({ person, onClose }: PersonDrawerProps) => (
  <PersonDrawer
    title={person ? 'Edit Doctor' : 'Add Doctor'}
    person={person}
    valuesOf={valuesOf}
    asks={asksForFacility(person)}
    send={(values, seen) =>
      seen
        ? call(peopleCalls.editDoctor, { body: { ...inputOf(values), ...seen } })
        : call(peopleCalls.addDoctor, { body: inputOf(values) })
    }
    // Another flow starts without reviewers (PEOP-37).
    onChange={({ reviewerFlow }, form) => reviewerFlow && form.setFieldsValue({ level1: [], level2: [] })}
    onClose={onClose}
  >
    <DoctorFields person={person} />
  </PersonDrawer>
)
