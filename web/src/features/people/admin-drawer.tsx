import { call } from '@dictara/browser/call'
import { peopleCalls } from '@dictara/contract/people'
import { AdminFields } from './admin-fields.tsx'
import { inputOf, valuesOf } from './admin-values.ts'
import { PersonDrawer, type PersonDrawerProps } from './person-drawer.tsx'

/** Add Admin and Edit Admin (PEOP-15, PEOP-17). */
export const AdminDrawer = ({ person, onClose }: PersonDrawerProps) => (
  <PersonDrawer
    title={person ? 'Edit Admin' : 'Add Admin'}
    person={person}
    valuesOf={valuesOf}
    send={(values, seen) => {
      const { query, body } = inputOf(values)
      return seen
        ? call(peopleCalls.editAdmin, { query, body: { ...body, ...seen } })
        : call(peopleCalls.addAdmin, { query, body })
    }}
    success={person ? 'Updated' : 'Added'}
    // Another flow starts without reviewers (PEOP-37).
    onChange={({ reviewerFlow }, form) => reviewerFlow && form.setFieldsValue({ level1: [], level2: [] })}
    onClose={onClose}
  >
    <AdminFields person={person} />
  </PersonDrawer>
)
