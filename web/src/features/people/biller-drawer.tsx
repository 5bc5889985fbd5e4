import { call } from '@dictara/browser/call'
import { peopleCalls } from '@dictara/contract/people'
import { PersonDrawer, type PersonDrawerProps } from './person-drawer.tsx'
import { PersonFields } from './person-fields.tsx'
import { inputOfPerson, valuesOfPerson } from './person-values.ts'

/** Add Biller and Edit Biller (PEOP-19). */
export const BillerDrawer = ({ person, onClose }: PersonDrawerProps) => (
  <PersonDrawer
    title={person ? 'Edit Biller' : 'Add Biller'}
    person={person}
    valuesOf={valuesOfPerson}
    send={(values, seen) =>
      seen
        ? call(peopleCalls.editBiller, { body: { ...inputOfPerson(values), ...seen } })
        : call(peopleCalls.addBiller, { body: inputOfPerson(values) })
    }
    success={person ? 'Updated' : 'Added'}
    onClose={onClose}
  >
    <PersonFields person={person} />
  </PersonDrawer>
)
