import { type Person, peopleRefusals } from '@dictara/contract/people'
import { FormDrawer, type FormDrawerProps } from '../../ui/form-drawer.tsx'
import { peopleKey } from './people-queries.ts'
import type { PersonValues } from './person-values.ts'

export interface PersonDrawerProps {
  /** Absent: somebody new. */
  person: Person | undefined
  onClose: () => void
}

/** Adds or edits somebody; PhoneFields knows the name of its form. */
export const PersonDrawer = <Values extends PersonValues>({
  person,
  ...form
}: PersonDrawerProps &
  Pick<FormDrawerProps<Values>, 'title' | 'initial' | 'send' | 'success' | 'onChange' | 'children'>) => (
  <FormDrawer<Values>
    name="person"
    isNew={!person}
    firstField="firstName"
    refreshes={peopleKey}
    refusals={peopleRefusals}
    {...form}
  />
)
