import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { managers } from '../roles.ts'
import { flag, id, idOf, text } from '../shapes.ts'

/** A file of more is refused in words. */
export const importLimits = { rows: 5_000, bytes: 1_400_000 }

/** The columns of a file of people, as the template names them; the order is free. */
export const importColumns = [
  'First Name',
  'Last Name',
  'Email',
  'Role',
  'Phone Number',
  'NPI',
  'Date of Birth',
  'Facilities',
] as const
export type ImportColumn = (typeof importColumns)[number]

/** As what somebody can be imported. Who runs the whole clinic is added by hand. */
export const importRoles = ['Doctor', 'Reviewer', 'Transcriptionist', 'Biller', 'Admin'] as const
export type ImportRole = (typeof importRoles)[number]

/** ADD: will be added. HERE: has an account already. CANNOT: is not added, `why` says why not. ADDED: has been added and invited. */
export const importOutcomes = ['ADD', 'HERE', 'CANNOT', 'ADDED'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

export const ImportRow = z.object({
  /** Of the file, 1-based. */
  line: z.number(),
  fullName: z.string(),
  email: z.string(),
  role: z.string(),
  facilities: z.string(),
  outcome: z.enum(importOutcomes),
  /** In words; empty where there is nothing to say. */
  why: z.string(),
})
export type ImportRow = z.output<typeof ImportRow>

export const PeopleImport = z.object({
  id,
  fileName: z.string(),
  /** What the file was read as, e.g. `UTF-8`. */
  encoding: z.string(),
  /** Columns of the file that are not read. */
  unread: z.array(z.string()),
  state: z.enum(['PREVIEW', 'RUNNING', 'DONE']),
  /** How many rows will be added, or were to be when it was started. */
  toAdd: z.number(),
  counts: z.record(z.enum(importOutcomes), z.number()),
  /** In the order of the file; empty where they are not asked for. */
  rows: z.array(ImportRow),
})
export type PeopleImport = z.output<typeof PeopleImport>

export const importRefusals = defineRefusals({
  tooLarge: {
    status: 413,
    code: 'import-too-large',
    message: 'This file is larger than 1.4 MB. Please import the people in several files.',
  },
  tooManyRows: {
    status: 422,
    code: 'import-too-many',
    message: 'This file has more than 5,000 people. Please import them in several files.',
  },
  empty: { status: 422, code: 'import-empty', message: 'There is nobody in this file.' },
  workbook: {
    status: 422,
    code: 'import-workbook',
    message: 'This is a workbook, not a CSV file. Please save it as “CSV UTF-8” and choose that file.',
  },
  notText: {
    status: 422,
    code: 'import-not-text',
    message:
      'This is not a text file, or its letters cannot be told. Please save it as “CSV UTF-8” and choose that file.',
  },
  columnMissing: {
    status: 422,
    code: 'import-column-missing',
    message: 'The first line has to name the columns, as the template does. Missing: {columns}.',
  },
  columnTwice: {
    status: 422,
    code: 'import-column-twice',
    message: 'The column “{column}” stands there twice. Please take one of them out.',
  },
  broken: {
    status: 422,
    code: 'import-broken',
    message: 'From line {line} on this file cannot be read: a quote is opened there and not closed.',
  },
  running: {
    status: 409,
    code: 'import-running',
    message: 'Your last import is still on its way. Please wait until it is done.',
  },
  gone: {
    status: 409,
    code: 'import-gone',
    message: 'This preview is not there any more. Please choose the file again.',
  },
})

export const peopleImportCalls = defineCalls({
  getImport: {
    method: 'GET',
    path: '/clinic/people/import',
    summary: 'The last import of the caller, as it stands; empty where there is none.',
    callers: managers,
    query: z.object({ rows: z.optional(flag) }),
    result: PeopleImport,
    example: {},
  },
  previewImport: {
    method: 'POST',
    path: '/clinic/people/import',
    summary:
      'Reads a CSV file of people and tells what each row would do; nobody is added. It replaces the preview before.',
    callers: managers,
    body: z.strictObject({
      fileName: text(255),
      /** The bytes of the file in base64. */
      content: z
        .string()
        .check(z.maxLength(1_900_000, importRefusals.tooLarge.message), z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
    }),
    result: PeopleImport,
    tooLarge: importRefusals.tooLarge,
    answerWithinMs: 60_000,
    example: {
      body: {
        fileName: 'people.csv',
        // First Name,Last Name,Email,Role,Phone Number and one biller
        content:
          'Rmlyc3QgTmFtZSxMYXN0IE5hbWUsRW1haWwsUm9sZSxQaG9uZSBOdW1iZXIKQmVhLEhhcnQsYmVhQGV4YW1wbGUub3JnLEJpbGxlciw1NTUwMTAwCg==',
      },
    },
  },
  startImport: {
    method: 'POST',
    path: '/clinic/people/import/start',
    summary:
      'Adds the people of a preview who can be added, in the background, and invites them; started twice it is the same.',
    callers: managers,
    body: z.strictObject({ id: idOf('none') }),
    result: PeopleImport,
    example: { body: { id: '$new' } },
  },
})
