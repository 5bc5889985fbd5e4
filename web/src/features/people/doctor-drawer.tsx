import { call } from '@dictara/browser/call'
import { type Person, peopleCalls, peopleRefusals } from '@dictara/contract/people'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { DoctorFields } from './doctor-fields.tsx'
import { emptyDoctor, inputOf, valuesOf } from './doctor-values.ts'
import { peopleKey } from './people-queries.ts'

interface DoctorDrawerProps {
  /** Absent: a new doctor. */
  person?: Person
  onClose: () => void
}

/** Add Doctor and Edit Doctor (PEOP-05, PEOP-34 to PEOP-47). */
export const DoctorDrawer = ({ person, onClose }: DoctorDrawerProps) => (
  <FormDrawer
    title={person ? 'Edit Doctor' : 'Add Doctor'}
    name="doctor"
    initial={person ? valuesOf(person) : emptyDoctor}
    isNew={!person}
    firstField="firstName"
    send={(values) =>
      person
        ? call(peopleCalls.editDoctor, { body: { ...inputOf(values), id: person.id } })
        : call(peopleCalls.addDoctor, { body: inputOf(values) })
    }
    refreshes={peopleKey}
    refusals={peopleRefusals}
    // Another flow begins with an empty choice (PEOP-37).
    onChange={({ reviewerFlow }, form) => reviewerFlow && form.setFieldsValue({ level1: [], level2: [] })}
    onClose={onClose}
  >
    <DoctorFields person={person} />
  </FormDrawer>
)
