import { type Person, peopleRefusals } from '@dictara/contract/people'
import { useUser } from '../../platform/use-user.ts'
import { useSeen } from '../../ui/changed-meanwhile.tsx'
import { FormDrawer, type FormDrawerProps } from '../../ui/form-drawer.tsx'
import { SignedIn } from '../sessions/index.ts'
import { useFacilities } from '../facilities/index.ts'
import { offerLink } from './invitation-link.tsx'
import { peopleKey } from './people-queries.ts'
import type { PersonValues } from './person-values.ts'

export interface PersonDrawerProps {
  /** Absent: a new person. */
  person: Person | undefined
  onClose: () => void
}

interface Sent<Values extends PersonValues> extends PersonDrawerProps {
  valuesOf: (person?: Person) => Values
  /** @param seen the person as last seen before the change; undefined for a new person */
  send: (values: Values, seen?: Pick<Person, 'id' | 'version'>) => Promise<{ message: string }>
}

/** Field labels for the message about another person's changes. */
const labels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  countryCode: 'Country code',
  phone: 'Phone Number',
  npi: 'NPI',
  dob: 'Date of Birth',
  facilityIds: 'Facility',
  userType: 'Role',
  isFacilityAccessAllowed: 'Facility access',
  dictates: 'Dictates',
  biller: 'Biller',
  transcription: 'Transcription',
  reviewerFlow: 'Reviewer Flow',
  level1: 'Reviewer Level 1',
  level2: 'Reviewer Level 2',
  selfReviewEnabled: 'May review own notes',
  activateRoster: 'Activate roster',
}

const texts = ['firstName', 'lastName', 'email', 'countryCode', 'phone', 'npi', 'dob']

/** Asks for confirmation if the person needs a facility and has none. Does not ask again if they had none before. */
export const asksForFacility =
  (person: Person | undefined) =>
  ({ facilityIds }: PersonValues) =>
    facilityIds.length > 0 || person?.facilityIds.length === 0
      ? undefined
      : {
          title: person ? 'Save without a facility?' : 'Add without a facility?',
          content: 'Without one, this person can’t dictate, type or review.',
          okText: person ? 'Save anyway' : 'Add anyway',
          cancelText: 'Choose a facility',
        }

/** Adds or edits a person, whom another person may change meanwhile. PhoneFields depends on the name of this form. */
export function PersonDrawer<Values extends PersonValues>({
  person,
  valuesOf,
  send,
  ...form
}: Sent<Values> & Pick<FormDrawerProps<Values>, 'title' | 'success' | 'onChange' | 'asks' | 'children'>) {
  const user = useUser()
  const { data: facilities = [] } = useFacilities()
  const enabled = facilities.filter(({ disabled }) => !disabled)
  const values = valuesOf(person)
  // If only one facility is enabled, preselect it for a new person.
  const initial = person || enabled.length !== 1 ? values : { ...values, facilityIds: [enabled[0]!.facilityId] }
  const { seen, present } = useSeen<Person, Values>(person, valuesOf)
  return (
    <FormDrawer<Values>
      name="person"
      initial={initial}
      isNew={!person}
      firstField="firstName"
      send={(values) => send(values, seen && { id: seen.id, version: seen.version })}
      present={present}
      fields={{ labels, texts }}
      refreshes={peopleKey}
      refusals={peopleRefusals}
      submit={person ? 'Submit' : 'Add and invite'}
      offer={offerLink}
      {...form}
    >
      {form.children}
      {person?.isEnabled && user?.userType === 'clinicAdmin' && person.id !== user.id && (
        <SignedIn userId={person.id} name={person.fullName} />
      )}
    </FormDrawer>
  )
}
