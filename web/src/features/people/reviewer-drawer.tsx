import { call } from '@dictara/browser/call'
import { type Person, peopleCalls } from '@dictara/contract/people'
import { Form, Radio } from 'antd'
import { asksForFacility, PersonDrawer, type PersonDrawerProps } from './person-drawer.tsx'
import { PersonFields } from './person-fields.tsx'
import { inputOfPerson, valuesOfPerson } from './person-values.ts'

const valuesOf = (person?: Person) => ({
  ...valuesOfPerson(person),
  userType: person?.userType === 'transcriptionist' ? ('transcriptionist' as const) : ('reviewer' as const),
})

/** Add Reviewer and Edit Reviewer (PEOP-13). The role is chosen when a person is added (Q046). */
export const ReviewerDrawer = ({ person, onClose }: PersonDrawerProps) => (
  <PersonDrawer
    title={person ? 'Edit Reviewer' : 'Add Reviewer'}
    person={person}
    valuesOf={valuesOf}
    asks={asksForFacility(person)}
    send={({ userType, ...values }, seen) =>
      seen
        ? call(peopleCalls.editReviewer, { body: { ...inputOfPerson(values), ...seen } })
        : call(peopleCalls.addReviewer, { body: { ...inputOfPerson(values), userType } })
    }
    onClose={onClose}
  >
    <PersonFields person={person} withoutFacility="Choose a facility. Without one this person sees no jobs." />
    <Form.Item name="userType" label="Works as">
      <Radio.Group
        aria-label="Works as"
        disabled={person !== undefined}
        options={[
          { value: 'reviewer', label: 'Reviewer' },
          { value: 'transcriptionist', label: 'Transcriptionist' },
        ]}
      />
    </Form.Item>
  </PersonDrawer>
)
