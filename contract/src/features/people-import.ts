import * as z from 'zod/mini'
import { managers } from '../roles.ts'
import { importCalls, importOf } from './imports.ts'

/** A file with more rows is refused with a message. */
export const mostPeople = 5_000

/** The columns of a file of people, as named in the template; in any order. */
export const peopleColumns = [
  'First Name',
  'Last Name',
  'Email',
  'Role',
  'Phone Number',
  'NPI',
  'Date of Birth',
  'Facilities',
] as const
export type PeopleColumn = (typeof peopleColumns)[number]

/** The roles that can be imported. People who run the whole clinic are added by hand. */
export const importRoles = ['Doctor', 'Reviewer', 'Transcriptionist', 'Biller', 'Admin'] as const
export type ImportRole = (typeof importRoles)[number]

/** Cells: email, role, facilities. Added people are invited. */
export const peopleImportCalls = importCalls({
  of: 'people',
  path: '/clinic/people/import',
  callers: managers,
  result: importOf(z.string()),
  example: {
    fileName: 'people.csv',
    // First Name,Last Name,Email,Role,Phone Number and one biller
    content:
      'Rmlyc3QgTmFtZSxMYXN0IE5hbWUsRW1haWwsUm9sZSxQaG9uZSBOdW1iZXIKQmVhLEhhcnQsYmVhQGV4YW1wbGUub3JnLEJpbGxlciw1NTUwMTAwCg==',
  },
})
