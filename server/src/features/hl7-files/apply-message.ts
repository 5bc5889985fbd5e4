import type { AppointmentStatus } from '@dictara/contract/patient-record'
import {
  type Patient,
  patientEvents,
  type PatientMessage,
  type Problem,
  problemOf,
  readAppointmentMessage,
  readPatientMessage,
} from '@dictara/hl7'
import type { Work } from '../../platform/database/index.ts'
import { keepAppointment } from '../patient-record/index.ts'
import { type BroughtPatient, bringPatient, isUnborn, mergePatients, swapBeds } from '../patients/index.ts'
import type { Hl7Facility } from './hl7-messages.store.ts'
import type { ReadMessage } from './read-message.ts'

const hasError = (problems: readonly Problem[]) => problems.some(({ severity }) => severity === 'error')
const isWholeDay = (date: string | null | undefined) => date === undefined || date === null || date.length === 10
const dayOrNothing = (date: string | null | undefined) => (isWholeDay(date) ? date : undefined)

/** Leaves out what a message says nothing of. */
const said = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

interface Applying {
  work: Work
  read: ReadMessage
  facility: Hl7Facility
  tell(problems: readonly Problem[]): void
}

const knownAs = ({ medicalRecordNumber }: Patient) => medicalRecordNumber!.trim()

/** Events that change what is known of a patient or person, and so may say that somebody unknown has a name now. */
const isUpdate = (trigger: string | undefined) => trigger === 'A08' || trigger === 'A31'

/** An admission or registration: a patient who was discharged before is here again. */
const isArrival = ({ type, trigger }: PatientMessage) => type === 'ADT' && (trigger === 'A01' || trigger === 'A04')

/** The birth date that a message gives, if it is a whole day. One in the future is left out, with a warning. */
function birthDateOf({ work, read, tell }: Applying, told: string | null | undefined) {
  const day = dayOrNothing(told)
  if (!day || !isUnborn(day, work.now)) return day
  tell([problemOf('birth-date-implausible', { segment: 'PID', field: 7, line: read.message.first('PID')!.line })])
  return undefined
}

const personSaid = <T extends { birthDate?: string | null | undefined }>(applying: Applying, person: T | undefined) =>
  person && said({ ...person, birthDate: birthDateOf(applying, person.birthDate) })

/** Who the patient is, where they are and since when. */
function demographicsOf(applying: Applying, told: PatientMessage, patient: Patient): BroughtPatient {
  const { dischargedAt, patientClass } = told.encounter
  const left =
    told.trigger === 'A03' && told.type === 'ADT' ? (dischargedAt ?? told.adtRecord?.effectiveDateTime) : dischargedAt
  return {
    ...said({
      ...patient,
      birthDate: birthDateOf(applying, patient.birthDate),
      admissionDate: dayOrNothing(patient.admissionDate),
      dischargedAt: told.cancels === 'A03' ? null : (left ?? (isArrival(told) ? null : undefined)),
      termType: patientClass ?? undefined,
    }),
    source: 'HL7',
    facilityId: applying.facility.id,
    medicalRecordNumber: knownAs(patient),
    ...(isUpdate(told.trigger) && { correctsIdentity: true }),
  }
}

/** The lists of an ADT message: each is the whole list of its kind. Other messages name what concerns them, and change none. */
function recordsOf(told: PatientMessage): BroughtPatient['records'] {
  if (told.lists !== 'whole') return undefined
  const details = said(told.moreDetails)
  const isChange = told.allergies?.some(({ action }) => action !== undefined) ?? false
  return said({
    COVERAGE: told.coverages,
    ALLERGY: isChange ? undefined : told.allergies,
    DIAGNOSIS: told.diagnoses,
    CONTACT: told.contacts,
    CONSENT: told.consents,
    ADVANCE_CONSENT: told.advanceDirectives,
    MORE_DETAILS: Object.keys(details).length > 0 ? [details] : undefined,
  }) as NonNullable<BroughtPatient['records']>
}

function movementOf({ work, read }: Applying, { adtRecord, encounter }: PatientMessage) {
  if (!adtRecord) return undefined
  const content = { ...adtRecord, effectiveDateTime: adtRecord.effectiveDateTime ?? work.now.toISOString() }
  return [{ key: read.sha256, visit: encounter.visitNumber ?? null, content }]
}

function addedBy(applying: Applying, told: PatientMessage): BroughtPatient['added'] {
  if (told.lists !== 'whole') return undefined
  const changes = told.allergies?.flatMap(({ action, ...content }) => (action ? [{ action, content }] : []))
  return said({
    ADT: movementOf(applying, told),
    ALLERGY: changes?.length ? changes : undefined,
    PRACTITIONER: told.practitioners?.length ? told.practitioners : undefined,
  }) as NonNullable<BroughtPatient['added']>
}

/** Actions of the ADT records of an event: an admission that is cancelled may have been a registration. */
const actionsOf = (event: string) =>
  [event, ...(event === 'A01' ? ['A04'] : [])].flatMap((one) => patientEvents[one]?.action ?? [])

function wholePatient(applying: Applying, told: PatientMessage, patient: Patient): BroughtPatient {
  const [records, added] = [recordsOf(told), addedBy(applying, told)]
  const { visitNumber: visit = null, admittedAt, dischargedAt } = told.encounter
  const at = (told.cancels === 'A03' ? dischargedAt : told.cancels === 'A01' ? admittedAt : undefined) ?? null
  return {
    ...demographicsOf(applying, told, patient),
    ...(records && Object.keys(records).length > 0 && { records }),
    ...(added && Object.keys(added).length > 0 && { added }),
    ...(told.cancels && { cancels: { actionTypes: actionsOf(told.cancels), visit, at } }),
  }
}

async function applyPatient(applying: Applying, told: PatientMessage): Promise<boolean> {
  const { work, facility } = applying
  const { patient, effect, merges, swap } = told
  if (effect === 'none' || !patient) return false
  const of = { source: 'HL7', facilityId: facility.id } as const
  if (effect === 'swap' && swap) {
    const ADT = movementOf(applying, told)
    const [one, other] = swap.map((occupant) => ({
      ...personSaid(applying, occupant),
      ...of,
      ...(ADT && { added: { ADT } }),
    }))
    await swapBeds(work, [one as BroughtPatient, other as BroughtPatient])
  } else if (effect === 'merge')
    for (const { into, from, person } of merges) {
      const isFirst = into === knownAs(patient)
      await mergePatients(work, {
        from,
        into: isFirst
          ? wholePatient(applying, told, patient)
          : { ...personSaid(applying, person), ...of, medicalRecordNumber: into },
      })
    }
  else await bringPatient(work, wholePatient(applying, told, patient))
  return effect !== 'merge' || merges.length > 0
}

const statuses = { cancel: 'CANCELLED', delete: 'DELETED', upsert: 'BOOKED' } as const

async function applyAppointment(applying: Applying, told: PatientMessage): Promise<boolean> {
  const { work, read, facility, tell } = applying
  const { effect, appointment, trigger, problems } = readAppointmentMessage(read.message, facility)
  tell(problems)
  if (effect === 'none' || hasError(problems) || !told.patient) return false
  const { patientId, isChanged } = await bringPatient(work, demographicsOf(applying, told, told.patient))
  const provider = read.message.first('AIP')
  const status: AppointmentStatus = trigger === 'S26' ? 'NO_SHOW' : statuses[effect]
  const isKept = await keepAppointment(work, {
    facilityId: facility.id,
    key: appointment.appointmentId!.trim(),
    patientId,
    startsAt: appointment.start ?? undefined,
    endsAt: appointment.end,
    type: appointment.type,
    reason: appointment.reason,
    status,
    providerNpi: provider?.value(3, 13) === 'NPI' ? provider.value(3, 1) : undefined,
    providerName: appointment.providers[0],
    location: appointment.locations[0],
  })
  return isKept || isChanged
}

/**
 * Does what a message says, in its facility: patients, appointments, and of documents from elsewhere who they are about (Q148).
 * `tell` hears what is wrong; with an error nothing is done. The caller undoes everything if this throws.
 * @returns whether the message has an effect
 * @throws Refusal as `bringPatient`
 */
export async function applyMessage(applying: Applying): Promise<boolean> {
  const { read, facility, tell } = applying
  const told = readPatientMessage(read.message, facility)
  const hasEffect = read.fileType !== undefined && told.effect !== 'none'
  // Of a message that changes nothing, no fault matters.
  tell(hasEffect ? told.problems : told.problems.filter(({ severity }) => severity !== 'error'))
  if (read.fileType === undefined && told.effect !== 'none')
    tell([problemOf('message-type-unknown', { segment: 'MSH', field: 9, line: read.line })])
  if (!hasEffect || hasError(told.problems)) return false
  return read.fileType === 'CALENDAR' ? applyAppointment(applying, told) : applyPatient(applying, told)
}
