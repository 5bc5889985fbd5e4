import type { Contact } from '@dictara/contract/patient-record'
import { phonesOf } from './shown.ts'

/** The phone numbers of a contact, one per line. */
export function Phones({ of }: { of: Contact }) {
  const phones = phonesOf(of)
  if (phones.length === 0) return '–'
  return (
    <span>
      {phones.map((phone) => (
        <span key={phone} className="record-line">
          {phone}
        </span>
      ))}
    </span>
  )
}
