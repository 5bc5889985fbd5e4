import { email, firstName, lastName } from '@dictara/contract/fields'
import type { Person } from '@dictara/contract/people'
import { Form, type FormRule } from 'antd'
import type { ReactNode } from 'react'
import { PhoneFields } from '../../ui/phone-fields.tsx'
import { QuerySelect } from '../../ui/query-select.tsx'
import { TextItem } from '../../ui/text-item.tsx'
import { withKept } from '../../ui/with-kept.ts'
import { useFacilities } from '../facilities/index.ts'
import type { PersonValues } from './person-values.ts'

interface FacilitiesProps {
  person: Person | undefined
  without: string | undefined
  rules: FormRule[] | undefined
}

function Facilities({ person, without, rules }: FacilitiesProps) {
  const facilities = useFacilities()
  const chosen = Form.useWatch<PersonValues['facilityIds'] | undefined>('facilityIds')
  return (
    <Form.Item
      name="facilityIds"
      label="Facility"
      rules={rules}
      {...(chosen?.length === 0 && without && { validateStatus: 'warning', extra: without })}
    >
      <QuerySelect
        mode="multiple"
        of={facilities}
        failed="User Facilities Fetch Failed"
        options={(data = []) =>
          withKept<'facilityId', NonNullable<Person['facilities']>[number]>(data, person?.facilities, 'facilityId').map(
            ({ facilityId, facilityName, disabled }) => ({
              value: facilityId,
              label: disabled ? `${facilityName} (disabled)` : facilityName,
              // A disabled facility stays selectable only for a person already linked to it.
              disabled: disabled && !person?.facilityIds.includes(facilityId),
            }),
          )
        }
      />
    </Form.Item>
  )
}

interface PersonFieldsProps {
  person: Person | undefined
  /** Explains what happens if no facility is chosen. */
  withoutFacility?: string
  facilityRules?: FormRule[]
  /** Why the email cannot be changed here. */
  emailFixed?: string
  /** Fields shown before the facilities. */
  children?: ReactNode
}

/** The fields of every person (PEOP-40 to PEOP-46). */
export const PersonFields = ({ person, withoutFacility, facilityRules, emailFixed, children }: PersonFieldsProps) => (
  <>
    <TextItem name="firstName" label="First Name" field={firstName} />
    <TextItem name="lastName" label="Last Name" field={lastName} />
    <TextItem
      name="email"
      label="Email"
      field={email}
      type="email"
      disabled={emailFixed !== undefined}
      extra={emailFixed}
    />
    <PhoneFields form="person" />
    {children}
    <Facilities person={person} without={withoutFacility} rules={facilityRules} />
  </>
)
