/** `error`: the message can’t be used. `warning`: the rest of it is used. */
export type Severity = 'error' | 'warning'

/** Something wrong in a message or file. The codes are stable: others count and translate by them. */
export interface Problem {
  severity: Severity
  code: ProblemCode
  /** For people, in English. Never holds a value of the message, which would put patient data into logs. */
  message: string
  /** As `PID`; absent if the problem is not in a segment. */
  segment?: string
  /** From 1, as HL7 numbers fields. */
  field?: number
  /** Line of the message or file, from 1. */
  line?: number
  /** Character in that line, from 1. */
  position?: number
}

const table = {
  // Framing
  'frame-too-large': ['error', 'This message is larger than allowed.'],
  'frame-not-closed': ['error', 'This message stops before its end block.'],
  'frame-not-opened': ['warning', 'This message has no start block.'],
  'frame-end-incomplete': ['warning', 'The end block of this message has no carriage return.'],
  'noise-between-frames': ['warning', 'There are bytes outside of any message.'],
  // Characters
  'not-text': ['error', 'This is not a text file.'],
  'charset-unknown': [
    'warning',
    'The character set named in MSH-18 is unknown. The text was read as UTF-8 or Windows-1252.',
  ],
  'charset-wrong': ['warning', 'The text is not in the character set that MSH-18 names. It was read in one that fits.'],
  'charset-undeclared': [
    'warning',
    'MSH-18 names no character set, and the text is not UTF-8. It was read in one that fits.',
  ],
  'characters-lost': ['warning', 'Some bytes are no characters of the character set. Each is shown as �.'],
  // Files
  'no-message': ['error', 'There is no HL7 message in this file: no line begins with MSH, in capital letters.'],
  noise: ['warning', 'There are lines outside of any message.'],
  'message-too-large': ['error', 'This message is larger than allowed. It was left out.'],
  'batch-count': ['warning', 'The batch does not hold as many messages as it says (BTS-1).'],
  'file-count': ['warning', 'The file does not hold as many batches as it says (FTS-1).'],
  'batch-not-closed': ['warning', 'A batch or file has a header but no trailer. It may have been cut off.'],
  // Structure
  'no-header': ['error', 'The message does not begin with an MSH segment.'],
  'before-header': ['warning', 'There is text before the MSH segment.'],
  'second-header': ['warning', 'There is a second MSH segment in this message.'],
  'header-cut-off': ['error', 'The MSH segment is cut off: it has no message type.'],
  'delimiters-incomplete': [
    'warning',
    'MSH-2 does not name four delimiters. The usual ones were taken for the others.',
  ],
  'delimiters-doubled': ['warning', 'MSH-2 names one character for two purposes. The first was taken.'],
  'not-a-segment': ['warning', 'This line is not a segment. It was kept but not used.'],
  'text-continued': ['warning', 'This line is not a segment. It was read as more text of the one before.'],
  'segment-indented': ['warning', 'There are spaces before this segment.'],
  // What a message says
  'control-id-reused': ['warning', 'Another message with this control id was received before (MSH-10).'],
  'message-type-unknown': ['warning', 'This type of message is not used (MSH-9).'],
  'no-message-type': ['warning', 'The message names no type (MSH-9), so it changes nothing here.'],
  'no-event': ['warning', 'The message names no event of HL7 (MSH-9.2, EVN-1), so it changes nothing here.'],
  'event-without-effect': ['warning', 'This event changes nothing here (MSH-9.2).'],
  'no-patient': ['error', 'The message names no patient: it has no PID segment.'],
  'no-record-number': ['error', 'The patient has no medical record number (PID-3).'],
  'no-name': ['error', 'The patient has no last name (PID-5), which a new patient needs.'],
  'name-absent': ['warning', 'The patient has no last name (PID-5). The one that is known stays.'],
  'no-prior-number': ['error', 'The message does not say which record is merged into this one (MRG-1).'],
  'no-second-patient': ['error', 'The message does not name a second patient.'],
  'same-number': ['error', 'Both records of the merge have the same number (PID-3 and MRG-1).'],
  'segment-doubled': ['warning', 'There is a second segment of this kind where one is expected. The first was used.'],
  'date-wrong': ['warning', 'This is no date that HL7 knows. It was left out.'],
  'date-imprecise': ['warning', 'This date tells no day, which is needed here. It was left out.'],
  'birth-date-implausible': ['warning', 'Nobody living was born then. The date of birth was left out.'],
  'code-unknown': ['warning', 'This code is unknown. It is shown as it was sent.'],
  'too-many-payers': ['warning', 'There are more than four payers. The others were left out.'],
  'entry-without-name': ['warning', 'This entry names nobody and nothing. It was left out.'],
  'no-appointment': ['error', 'The message has no appointment number (SCH-2 or SCH-1).'],
  'no-appointment-time': ['warning', 'The appointment has no time (TQ1-7, SCH-11.4 or AIS-4).'],
  'more-problems': ['warning', 'There are more problems than are listed.'],
} as const satisfies Record<string, readonly [Severity, string]>

export type ProblemCode = keyof typeof table

/** A problem by its code, with its severity and its words for people. */
export const problemOf = (
  code: ProblemCode,
  where: Pick<Problem, 'segment' | 'field' | 'line' | 'position'> = {},
): Problem => ({
  severity: table[code][0],
  code,
  message: table[code][1],
  ...where,
})

const mostListed = 100

/** Collects problems, at most a hundred: a message of garbage would otherwise yield millions. */
export class ProblemList {
  readonly all: Problem[] = []

  add(problem: Problem): void {
    if (this.all.length < mostListed) this.all.push(problem)
    else if (this.all.length === mostListed) this.all.push(problemOf('more-problems'))
  }
}
