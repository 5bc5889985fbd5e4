import { shownDay } from '@dictara/browser/moments'
import type { Contact } from '@dictara/contract/patient-record'

/** A value of a record, or a dash if there is none. */
export const shown = (value: string | null) => value || '–'

/** A day as screens show it. Part of a day, such as `2019-04`, stays as the EHR sends it. */
export const shownOrPart = (day: string | null) => (day ? shownDay(day) : '–')

/** The existing ones of several values in one line, each value once. */
export const joined = (values: readonly (string | null)[], by = ', ') =>
  [...new Set(values.filter(Boolean))].join(by) || '–'

type Named = Pick<Contact, 'firstName' | 'lastName'>
export const nameOf = ({ firstName, lastName }: Named) => joined([firstName, lastName], ' ')
export const typesOf = ({ type }: Pick<Contact, 'type'>) => joined(type.map(({ contactType }) => contactType))

/** The phone numbers of a contact, each with its kind. */
export const phonesOf = ({ cellPhone, homePhone, officePhone }: Contact) =>
  [
    ['Cell', cellPhone],
    ['Home', homePhone],
    ['Office', officePhone],
  ].flatMap(([name, number]) => (number ? [`${name} ${number}`] : []))
export const addressOf = ({ addressLine1, addressLine2, city }: Contact) => joined([addressLine1, addressLine2, city])
