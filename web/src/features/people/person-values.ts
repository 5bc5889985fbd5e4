import type { ClientInput } from '@dictara/contract'
import type { Person, peopleCalls } from '@dictara/contract/people'
import { withoutCode } from '../../ui/phone.ts'

/** The form values of every person. */
export interface PersonValues {
  firstName: string
  lastName: string
  email: string
  countryCode: string
  phone: string
  npi: string
  dob: string | null
  facilityIds: string[]
}

/** The form values of a person, or of a new one. */
export const valuesOfPerson = (person?: Person): PersonValues => ({
  firstName: person?.firstName ?? '',
  lastName: person?.lastName ?? '',
  email: person?.email ?? '',
  countryCode: person?.phoneNumber?.countryCode ?? '+1',
  phone: person?.phoneNumber?.number ?? '',
  npi: person?.npi ?? '',
  dob: person?.dob ?? null,
  facilityIds: person?.facilityIds ?? [],
})

/** The body to send for every person, with the phone split (PEOP-46). */
export const inputOfPerson = (values: PersonValues) =>
  ({
    firstName: values.firstName,
    lastName: values.lastName,
    email: values.email,
    npi: values.npi || null,
    phoneNumber: { countryCode: values.countryCode, number: withoutCode(values.phone, values.countryCode) },
    dob: values.dob || null,
    facilityIds: values.facilityIds,
  }) satisfies ClientInput<typeof peopleCalls.addBiller>['body']
