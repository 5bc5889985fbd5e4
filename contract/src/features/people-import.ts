import * as z from 'zod/mini'
import { managers } from '../roles.ts'
import { importCalls, importOf } from './imports.ts'

/** A file of more is refused in words. */
export const mostPeople = 5_000

/** The columns of a file of people, as the template names them; the order is free. */
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

/** As what somebody can be imported. Who runs the whole clinic is added by hand. */
export const importRoles = ['Doctor', 'Reviewer', 'Transcriptionist', 'Biller', 'Admin'] as const
export type ImportRole = (typeof importRoles)[number]

/** Cells: email, role, facilities. Whoever is added is invited. */
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
