import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import type { UserType } from '../roles.ts'
import { flag, id, idOf, text } from '../shapes.ts'

/** Maximum size of a file, whatever its rows. */
export const importBytes = 4_000_000

/** ADD: will be added. HERE: exists already. CANNOT: is not added; `why` has the reason. ADDED: has been added. */
export const importOutcomes = ['ADD', 'HERE', 'CANNOT', 'ADDED'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** @param said the shape of text from a row, marked if it is about a patient. */
/* #__NO_SIDE_EFFECTS__ */
export const importOf = (said: z.ZodMiniString) =>
  z.object({
    id,
    fileName: z.string(),
    /** The detected encoding of the file, e.g. `UTF-8`. */
    encoding: z.string(),
    /** Columns of the file that are ignored. */
    unread: z.array(z.string()),
    state: z.enum(['PREVIEW', 'RUNNING', 'DONE']),
    /** Number of rows to add, or to be added when the import started. */
    toAdd: z.number(),
    counts: z.record(z.enum(importOutcomes), z.number()),
    /** In the order of the file; empty if not requested. */
    rows: z.array(
      z.object({
        /** Line of the file, from 1. */
        line: z.number(),
        fullName: said,
        /** The values of the other shown columns, in order. */
        cells: z.array(said),
        outcome: z.enum(importOutcomes),
        /** The reason as text; empty if there is none. */
        why: said,
      }),
    ),
  })
export type Import = z.output<ReturnType<typeof importOf>>
export type ImportRow = Import['rows'][number]

export const importRefusals = defineRefusals({
  tooLarge: {
    status: 413,
    code: 'import-too-large',
    message: 'This file is larger than 4 MB. Split it and import the parts.',
  },
  tooManyRows: {
    status: 422,
    code: 'import-too-many',
    message: 'This file has more than {most} rows. Split it and import the parts.',
  },
  empty: { status: 422, code: 'import-empty', message: 'This file has no rows below its column names.' },
  workbook: {
    status: 422,
    code: 'import-workbook',
    message: 'This is a workbook, not a CSV file. Save it as “CSV UTF-8” and choose that file.',
  },
  notText: {
    status: 422,
    code: 'import-not-text',
    message: 'This isn’t a text file, or its letters can’t be read. Save it as “CSV UTF-8” and choose that file.',
  },
  columnMissing: {
    status: 422,
    code: 'import-column-missing',
    message: 'The first line must name the columns, as in the template. Missing: {columns}.',
  },
  columnTwice: {
    status: 422,
    code: 'import-column-twice',
    message: 'The file has the column “{column}” twice. Remove one of them.',
  },
  broken: {
    status: 422,
    code: 'import-broken',
    message: 'The file can’t be read from line {line} on: a quote is opened there and never closed.',
  },
  running: {
    status: 409,
    code: 'import-running',
    message: 'Your last import is still running. Wait until it’s done.',
  },
  gone: {
    status: 409,
    code: 'import-gone',
    message: 'This preview has been replaced. Choose the file again.',
  },
})

interface Imported<C extends readonly UserType[], S extends ReturnType<typeof importOf>> {
  /** Who is imported, e.g. `people`. */
  of: string
  path: string
  callers: C
  result: S
  example: { fileName: string; content: string }
  /** Audit event for reading what rows say about patients. */
  audit?: string
}

/** The calls of an import: a file is parsed and previewed, then its valid rows are added in the background. */
/* #__NO_SIDE_EFFECTS__ */
export const importCalls = <const C extends readonly UserType[], S extends ReturnType<typeof importOf>>({
  of,
  path,
  callers,
  result,
  example,
  audit,
}: Imported<C, S>) =>
  defineCalls({
    getImport: {
      method: 'GET',
      path,
      summary: `The caller’s last import of ${of}, as it is now; empty where there is none.`,
      callers,
      query: z.object({ rows: z.optional(flag) }),
      result,
      ...(audit && { audit }),
      example: {},
    },
    previewImport: {
      method: 'POST',
      path,
      summary: `Reads a CSV file of ${of} and tells what each row would do; nobody is added. Replaces the last preview.`,
      callers,
      body: z.strictObject({
        fileName: text(255),
        /** The bytes of the file in base64. */
        content: z
          .string()
          .check(
            z.maxLength(Math.ceil(importBytes / 3) * 4, importRefusals.tooLarge.message),
            z.regex(/^[A-Za-z0-9+/]*={0,2}$/),
          ),
      }),
      result,
      bodyBytes: 6_000_000,
      tooLarge: importRefusals.tooLarge,
      answerWithinMs: 60_000,
      example: { body: example },
    },
    startImport: {
      method: 'POST',
      path: `${path}/start`,
      summary: `Adds the ${of} of a preview who can be added, in the background; started twice, it runs once.`,
      callers,
      body: z.strictObject({ id: idOf('none') }),
      result,
      example: { body: { id: '$new' } },
    },
  })
