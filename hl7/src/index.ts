export { charsetOf, isBinary, type ReadText, readText } from './charset.ts'
export { type Delimiters, usualDelimiters } from './delimiters.ts'
export { decodeText, encodeText } from './escapes.ts'
export { Message, Repetition, Segment, type Value } from './message.ts'
export { encodeFrame, type FrameEvent, FrameReader } from './mllp.ts'
export { parseMessage } from './parse.ts'
export { type Path, readPath } from './path.ts'
export { type Problem, type ProblemCode, problemOf, type Severity } from './problems.ts'
export { type FileMessage, type FilePart, FileSplitter, splitFile, splitStream } from './split.ts'
export {
  type AckCode,
  type AckContent,
  ackMode,
  type AckStage,
  controlId,
  isAckOf,
  type Outcome,
  type ReadAck,
  readAck,
  wantsAck,
  writeAck,
} from './ack.ts'
export { dayOf, instantOf, type Moment, readMoment, writeDay, writeInstant } from './dates.ts'
export {
  type Component,
  encodeField,
  type Field,
  repeat,
  type Repeated,
  type SegmentContent,
  segmentOf,
  setField,
  writeMessage,
} from './write.ts'
export {
  type Appointment,
  type AppointmentEffect,
  type AppointmentMessage,
  readAppointmentMessage,
} from './mapping/appointment.ts'
export { classify, type FileType, messageType, triggerOf } from './mapping/classify.ts'
export {
  type DocumentEffect,
  type DocumentMessage,
  type DocumentSection,
  readDocumentMessage,
} from './mapping/document.ts'
export { type Effect, events as patientEvents } from './mapping/events.ts'
export {
  type AdtRecord,
  type Encounter,
  type Identifier,
  type Occupant,
  type Patient,
  type PatientMessage,
  readPatientMessage,
} from './mapping/patient.ts'
export {
  type Allergy,
  type Consent,
  type Contact,
  type Coverage,
  type Diagnosis,
  type MoreDetails,
  type Payer,
  type Practitioner,
} from './mapping/patient-record.ts'
export {
  type Note,
  type NoteEvent,
  type NoteForm,
  type NotePerson,
  writeDocumentMessage,
} from './mapping/write-document.ts'
