import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { list, listQuery } from '../list.ts'
import { managers } from '../roles.ts'
import { flag, id, idOf, nothing, ofPatient, patientName, text, time } from '../shapes.ts'

/** HL7-02; the type of a message is that of MSH-9 (Q147). */
export const hl7FileTypes = ['DICTATION', 'PATIENT', 'CALENDAR'] as const
export type Hl7FileType = (typeof hl7FileTypes)[number]

/** Q151. */
export const hl7Limits = { fileBytes: 5_000_000, filesMost: 100, namesMost: 1_000, commentMost: 1_000 } as const
export const hl7Ending = '.hl7'
export const isHl7Name = (name: string) => name.toLowerCase().endsWith(hl7Ending)
/** HL7-14. */
export const hl7ZipName = 'hl7.zip'

/** NOTHING: kept, but there is nothing to apply. KNOWN: the same message was received before. */
export const hl7Verdicts = ['APPLIED', 'KNOWN', 'NOTHING', 'REFUSED'] as const
export type Hl7Verdict = (typeof hl7Verdicts)[number]
const counts = z.object({ applied: z.number(), known: z.number(), nothing: z.number(), refused: z.number() })
export type Hl7Counts = z.output<typeof counts>

/** A file as the list shows it (HL7-09). */
export const Hl7File = z.object({
  id,
  /** Names may tell of patients. */
  fileName: ofPatient(z.string()),
  /** Bytes. */
  fileSize: z.number(),
  fileType: z.enum(hl7FileTypes),
  uploadedTime: time,
  /** Of the facility, else of the clinic: times are shown in it. */
  timeZone: z.string(),
  /** Who imported it; `Dictara` for what the product wrote itself. */
  uploadedBy: z.string(),
  noOfTimesExported: z.number(),
  fileExportDataList: z.array(z.object({ exportedBy: z.string(), exportedTime: time, comment: ofPatient(z.string()) })),
  /** Its messages are still being read. */
  isWaiting: z.boolean(),
  /** What is wrong with the whole file. */
  problem: z.nullable(z.string()),
  messages: counts,
  /** The job whose note Dictara wrote into the file. */
  job: z.nullable(z.object({ jobId: id, jobNumber: z.string(), patientName })),
})
export type Hl7File = z.output<typeof Hl7File>

/** What became of one message of a file. */
export const Hl7Message = z.object({
  /** From 1, in the order of the file. */
  number: z.number(),
  /** Of its MSH segment in the file, from 1. */
  line: z.number(),
  /** MSH-9, as `ADT^A08`. */
  event: z.string(),
  /** MSH-10. */
  controlId: z.string(),
  facilityName: z.nullable(z.string()),
  verdict: z.enum(hl7Verdicts),
  /** Why it was refused or changed nothing. */
  reason: ofPatient(z.nullable(z.string())),
  problems: z.array(
    z.object({
      severity: z.enum(['error', 'warning']),
      message: z.string(),
      segment: z.optional(z.string()),
      field: z.optional(z.number()),
      line: z.optional(z.number()),
      position: z.optional(z.number()),
    }),
  ),
})
export type Hl7Message = z.output<typeof Hl7Message>

/** How far an import is: one or more calls with the same id. */
export const Hl7Import = z.object({
  files: z.number(),
  read: z.number(),
  unusable: z.number(),
  /** How many of the read files stand in the list of each type. */
  types: z.object({ DICTATION: z.number(), PATIENT: z.number(), CALENDAR: z.number() }),
  messages: counts,
})
export type Hl7Import = z.output<typeof Hl7Import>

export const hl7Refusals = defineRefusals({
  off: { status: 403, code: 'hl7-off', message: 'HL7 isn’t set up for any of your facilities.' },
  noFiles: { status: 422, code: 'hl7-no-files', message: 'Choose the files to import.' },
  tooMany: { status: 413, code: 'hl7-too-many', message: 'At most 100 files can be imported at once.' },
  tooLarge: { status: 413, code: 'hl7-too-large', message: '{name} is larger than 5 MB.' },
  wrongName: { status: 422, code: 'hl7-wrong-name', message: '{name} isn’t an .hl7 file.' },
  noneSelected: { status: 422, code: 'hl7-none-selected', message: 'Select the files to export.', field: 'fileNames' },
  facilityOff: { status: 422, code: 'hl7-facility-off', message: '{name} is disabled or has no HL7 integration.' },
  facilityUnknown: {
    status: 422,
    code: 'hl7-facility-unknown',
    message:
      'The message names no facility of this clinic that has HL7 integration (MSH-6, PV1-3.4), and none was chosen.',
  },
  /** Of one message, in the words of what is wrong with it. */
  unusable: { status: 422, code: 'hl7-unusable', message: '{problem}' },
  unstorable: {
    status: 422,
    code: 'hl7-unstorable',
    message: 'A value in this message is too long or can’t be stored. Nothing of the message was used.',
  },
  otherBytes: {
    status: 409,
    code: 'hl7-other-bytes',
    message: 'Another message with the same control id was received before (MSH-10).',
  },
})

const ofClinic = z.object({ clinicId: idOf('clinic') })
const typed = z.object({ fileType: z.enum(hl7FileTypes) })
const example = { clinicId: '$clinic' }

export const hl7FileCalls = defineCalls({
  listHl7Files: list({
    path: '/private/clinic/{clinicId}/hl7-files',
    summary: 'The HL7 files of one type of the caller’s facilities, newest first, with who exported them.',
    callers: managers,
    params: ofClinic,
    query: listQuery({
      search: 'searchValue',
      sort: ['uploadedTime', 'fileName', 'fileSize', 'noOfTimesExported'],
      order: 'descend',
      scope: { fileType: z.enum(hl7FileTypes) },
    }),
    row: Hl7File,
    extra: { facilities: z.array(z.object({ facilityId: id, facilityName: z.string() })) },
    audit: 'hl7.listed',
    example: { params: example, query: { fileType: 'PATIENT' } },
  }),
  listHl7Messages: list({
    path: '/private/clinic/{clinicId}/hl7-files/{fileId}/messages',
    summary: 'What became of each message of a file; `onlyProblems`: of those that were refused or have problems.',
    callers: managers,
    params: z.extend(ofClinic, { fileId: idOf('none') }),
    query: listQuery({ scope: { onlyProblems: z.optional(flag) } }),
    row: Hl7Message,
    audit: 'hl7.messages-viewed',
    example: { params: { ...example, fileId: '$file' } },
  }),
  exportHl7Files: {
    method: 'POST',
    path: '/private/clinic/{clinicId}/export-hl7-file',
    summary: 'The named files as hl7.zip. `fileIds` tells which of files with the same name are meant.',
    callers: managers,
    params: ofClinic,
    query: typed,
    kind: 'download',
    body: z.strictObject({
      comment: z.prefault(text(hl7Limits.commentMost), ''),
      fileNames: z.array(text(255, 1)).check(z.maxLength(hl7Limits.namesMost)),
      fileIds: z.optional(z.array(idOf('none')).check(z.maxLength(hl7Limits.namesMost))),
    }),
    answerWithinMs: 600_000,
    result: nothing,
    audit: 'hl7.exported',
    example: { params: example, query: { fileType: 'PATIENT' }, body: { fileNames: [] } },
  },
  importHl7Files: {
    method: 'POST',
    path: '/private/clinic/{clinicId}/import-hl7-file',
    summary:
      'Multipart field `files`: at most 100 .hl7 files of 5 MB, read in the background. Fields `facilityId` for messages that name no facility, `importId` for several calls of one import.',
    callers: managers,
    params: ofClinic,
    query: z.object({ fileType: z.optional(z.enum(hl7FileTypes)) }),
    kind: 'upload',
    result: z.object({ importId: id, files: z.number() }),
    answerWithinMs: 600_000,
    example: { params: example },
  },
  getHl7Import: {
    method: 'GET',
    path: '/private/clinic/{clinicId}/import-hl7-file/{importId}',
    summary: 'How far an import of the caller is.',
    callers: managers,
    params: z.extend(ofClinic, { importId: idOf('none') }),
    result: Hl7Import,
    example: { params: { ...example, importId: '$new' } },
  },
})
