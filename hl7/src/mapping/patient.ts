import { type Message, type Segment, type Value } from '../message.ts'
import type { Problem, ProblemCode } from '../problems.ts'
import { messageType, triggerOf } from './classify.ts'
import { type Effect, events, isLeaving, isRegistering } from './events.ts'
import { adtTable, encounterTable, mergedNumber, patientTable } from './patient-tables.ts'
import {
  type Allergy,
  type Consent,
  type Contact,
  type Coverage,
  type Diagnosis,
  type MoreDetails,
  type Practitioner,
  readAllergies,
  readConsents,
  readContacts,
  readCoverages,
  readDiagnoses,
  readDirectives,
  readMoreDetails,
  readPractitioners,
} from './patient-record.ts'
import { type ReadTable, type Segments, TableReader } from './table.ts'

export interface Patient extends ReadTable<typeof patientTable> {
  unitDesc: Value
  bedId: Value
  bedDesc: Value
  admissionDate: Value
}

export type Encounter = ReadTable<typeof encounterTable>

/** A row of the patient’s ADT records (PAT-21). */
export interface AdtRecord {
  actionType: string
  effectiveDateTime: string | null
  bedId: string | null
  payerCode: string | null
  payerName: string | null
}

/** Who somebody is of whom a message says little else. */
type Person = Pick<Patient, 'firstName' | 'lastName' | 'birthDate' | 'gender'>

/** Who is in which bed after a swap (A17). */
export type Occupant = Person & Pick<Patient, 'unitDesc' | 'bedId' | 'bedDesc'> & { medicalRecordNumber: string }

/**
 * What a message says about a patient. Each field is a text, null (delete) or undefined (leave as it is). A list that is undefined is
 * left as it is. One that is there is the whole list if `lists` is `whole`, and adds to it otherwise; an allergy with an `action`
 * changes the list by that; practitioners are those of the relations that they name.
 */
export interface PatientMessage {
  /** As `ADT`. */
  type: string | undefined
  /** As `A08`. */
  trigger: string | undefined
  effect: Effect
  /** With the effect `cancel`: the event whose ADT record goes, as `A01`. */
  cancels?: string
  /** Undefined if the message has no PID. */
  patient: Patient | undefined
  /** With the effect `merge`: records that become part of others, by medical record number. */
  merges: {
    into: string
    from: string
    /** Of every survivor but the first, which is `patient`. */
    person?: Person
  }[]
  swap?: readonly [Occupant, Occupant]
  encounter: Encounter
  adtRecord?: AdtRecord
  /** Only ADT tells all coverages, allergies and so on: an order or a result names those that concern it. */
  lists: 'whole' | 'additions'
  coverages?: Coverage[]
  allergies?: Allergy[]
  diagnoses?: Diagnosis[]
  contacts?: Contact[]
  practitioners?: Practitioner[]
  consents?: Consent[]
  advanceDirectives?: Consent[]
  moreDetails: MoreDetails
  /** An error among them: the message can’t be used. */
  problems: Problem[]
}

/** A patient of the message with the segments that follow its PID. */
interface Part {
  pid: Segment
  first: Segments
}

/** Messages about two patients have a PID for each: A17, A24, A37 and merges. */
function partsOf(message: Message): Part[] {
  const parts: { pid: Segment; byId: Map<string, Segment> }[] = []
  for (const segment of message.segments) {
    const { id } = segment
    const part = parts.at(-1)
    if (id === 'PID') parts.push({ pid: segment, byId: new Map([[id, segment]]) })
    else if (part && !part.byId.has(id)) part.byId.set(id, segment)
  }
  return parts.map(({ pid, byId }) => ({ pid, first: (id) => byId.get(id) }))
}

const valueOrNull = (value: Value) => value ?? null

/** The first of what a message has only once, and for what a message may say before its PID. */
const within =
  (message: Message, part: Part | undefined): Segments =>
  (id) =>
    part?.first(id) ?? (id === 'PID' ? undefined : message.first(id))

/** `Room 101, bed A`. */
function bedWords(room: Value, bedId: Value): Value {
  const roomWords = room && (/room/i.test(room) ? room : `Room ${room}`)
  const bedNamed = bedId && (/bed/i.test(bedId) ? bedId : `bed ${bedId}`)
  return roomWords && bedNamed ? `${roomWords}, ${bedNamed}` : roomWords || bedNamed || bedId
}

/** `2026-01-31` */
const wholeDay = 10

function readPatient(reader: TableReader, segments: Segments, encounter: Encounter, hasLeft: boolean): Patient {
  const patient = reader.read(patientTable, segments)
  if (typeof patient.birthDate === 'string' && patient.birthDate < '1850') {
    reader.tell('birth-date-implausible', segments('PID'), 7)
    patient.birthDate = undefined
  } else if (patient.birthDate && patient.birthDate.length < wholeDay) reader.tell('date-imprecise', segments('PID'), 7)
  const { room, bedId, unitDesc } = encounter
  const bedDesc = bedWords(room, bedId)
  const place = hasLeft ? { unitDesc, bedId: null, bedDesc: null } : { unitDesc, bedId, bedDesc }
  return { ...patient, ...place, admissionDate: encounter.admissionDate }
}

const personOf = ({ firstName, lastName, birthDate, gender }: Patient): Person => ({
  firstName,
  lastName,
  birthDate,
  gender,
})

function readMerges(reader: TableReader, parts: Part[], trigger: string | undefined): PatientMessage['merges'] {
  return parts.flatMap(({ pid, first }, at) => {
    const into = reader.one(patientTable.medicalRecordNumber, first)
    const from = reader.one(mergedNumber, first)
    if (!into) return []
    if (!from) {
      // A second PID of an A17 or A24 has none, but in a merge each has.
      reader.tell('no-prior-number', first('MRG') ?? pid, first('MRG') ? 1 : undefined)
      return []
    }
    if (from === into) reader.tell(trigger === 'A43' ? 'event-without-effect' : 'same-number', first('MRG'), 1)
    if (from === into) return []
    return [{ into, from, ...(at > 0 && { person: personOf(readPatient(reader, first, {} as Encounter, false)) }) }]
  })
}

function readSwap(reader: TableReader, parts: Part[]): PatientMessage['swap'] {
  const occupants = parts.slice(0, 2).flatMap(({ first }): Occupant[] => {
    const medicalRecordNumber = reader.one(patientTable.medicalRecordNumber, first)
    if (!medicalRecordNumber) return []
    const occupant = readPatient(reader, first, reader.read(encounterTable, first), false)
    const { unitDesc, bedId, bedDesc } = occupant
    return [{ medicalRecordNumber, ...personOf(occupant), unitDesc, bedId, bedDesc }]
  })
  const [one, other] = occupants
  if (one && other) return [one, other]
  reader.tell('no-second-patient', parts[1]?.pid ?? parts[0]?.pid)
  return undefined
}

function readAdtRecord(reader: TableReader, segments: Segments, trigger: string): AdtRecord | undefined {
  const actionType = events[trigger]?.action
  if (actionType === undefined) return undefined
  const { effectiveDateTime, bedId, payerCode, payerName } = reader.read(adtTable, segments)
  return {
    actionType,
    effectiveDateTime: valueOrNull(effectiveDateTime),
    bedId: valueOrNull(bedId),
    payerCode: valueOrNull(payerCode),
    payerName: valueOrNull(payerName),
  }
}

/** Questions, answers and acknowledgements tell of patients, but change none. */
const tellsNothingNew = /^(QRY|QBP|RSP|ADR|ACK|MCF|QCK)$/

/** Why a message has no effect. */
function whyNone(type: string | undefined, trigger: string | undefined): ProblemCode {
  if (type === undefined) return 'no-message-type'
  if (type !== 'ADT') return 'message-type-unknown'
  return trigger === undefined ? 'no-event' : 'event-without-effect'
}

function effectOf(type: string | undefined, trigger: string | undefined): Effect {
  if (type !== 'ADT') return type === undefined || tellsNothingNew.test(type) ? 'none' : 'upsert'
  return events[trigger ?? '']?.effect ?? 'none'
}

/** Tells what is wrong with who the patient is. */
function checkPatient(reader: TableReader, patient: Patient, pid: Segment, trigger: string | undefined) {
  if (!patient.medicalRecordNumber) reader.tell('no-record-number', pid, 3)
  if (!patient.lastName) reader.tell(isRegistering(trigger) ? 'no-name' : 'name-absent', pid, 5)
}

function tellDoubled(reader: TableReader, message: Message, effect: Effect, trigger: string | undefined) {
  const isOfMany = effect === 'merge' || effect === 'swap' || trigger === 'A24' || trigger === 'A37'
  for (const id of isOfMany ? ['EVN'] : ['EVN', 'PID', 'PD1', 'PV1']) {
    const second = message.all(id)[1]
    if (second) reader.tell('segment-doubled', second)
  }
}

/**
 * What a message says about its patient: ADT, and the patient’s segments of any other. `timeZone` is the facility’s (IANA), for times
 * without a zone. Segments that say nothing leave what is known.
 */
export function readPatientMessage(message: Message, { timeZone }: { timeZone: string }): PatientMessage {
  const reader = new TableReader(timeZone)
  const type = messageType(message)
  const trigger = triggerOf(message)
  const effect = effectOf(type, trigger)
  if (effect === 'none') reader.tell(whyNone(type, trigger), message.header, 9)
  const parts = partsOf(message)
  const [part] = parts
  const segments = within(message, part)
  const encounter = reader.read(encounterTable, segments)
  tellDoubled(reader, message, effect, trigger)
  const patient = part && readPatient(reader, segments, encounter, type === 'ADT' && isLeaving(trigger))
  if (patient) checkPatient(reader, patient, part.pid, trigger)
  else reader.tell('no-patient')
  const cancels = type === 'ADT' ? events[trigger ?? '']?.cancels : undefined
  const swap = effect === 'swap' ? readSwap(reader, parts) : undefined
  const adtRecord = type === 'ADT' && trigger ? readAdtRecord(reader, segments, trigger) : undefined
  const coverages = readCoverages(reader, message)
  return {
    type,
    trigger,
    effect,
    ...(cancels && { cancels }),
    patient,
    merges: effect === 'merge' ? readMerges(reader, parts, trigger) : [],
    ...(swap && { swap }),
    encounter,
    ...(adtRecord && { adtRecord }),
    lists: type === 'ADT' ? 'whole' : 'additions',
    ...present({
      coverages: coverages?.list,
      allergies: readAllergies(reader, message),
      diagnoses: readDiagnoses(reader, message),
      contacts: readContacts(reader, message),
      practitioners: readPractitioners(reader, message),
      consents: readConsents(reader, message),
      advanceDirectives: readDirectives(reader, message),
    }),
    moreDetails: readMoreDetails(reader, message, segments, coverages),
    problems: reader.problems.all,
  }
}

/** Without what is undefined. */
const present = <T extends object>(lists: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
