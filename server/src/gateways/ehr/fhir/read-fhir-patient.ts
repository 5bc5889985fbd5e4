import type { MoreDetail, PatientRecord, Practitioner } from '@dictara/contract/patient-record'
import { Foreign } from '../foreign.ts'
import type { EhrAppointment, EhrPatient, ReadPatient } from '../read-patient.ts'
import {
  addressLine,
  codesOf,
  conceptText,
  extensionsOf,
  identifierOf,
  isEnteredInError,
  nameOf,
  recordNumberOf,
} from './parts.ts'
import {
  readAllergy,
  readConsent,
  readContact,
  readCoverages,
  readDiagnosis,
  readPractitioner,
} from './read-persons.ts'
import { isPresent, presentEncounter, readAdtRecords, readStay, type Referred } from './read-stays.ts'
import {
  appointmentStatuses,
  generalPractitioner,
  genders,
  occupationCode,
  relations,
  systems,
  wordFor,
} from './words.ts'

/** The kinds of resource that tell something of a patient. */
export const resourcesOfPatient = [
  'Encounter',
  'Appointment',
  'Coverage',
  'AllergyIntolerance',
  'Condition',
  'RelatedPerson',
  'Consent',
  'Observation',
] as const
export type ResourceOfPatient = (typeof resourcesOfPatient)[number]

/** What is asked for of a kind of which a patient has more than Dictara shows. */
export const onlySome: Readonly<Record<string, Record<string, string>>> = {
  Observation: { code: `http://loinc.org|${occupationCode}` },
}

/** What a FHIR server answered about one patient. A kind that it doesn’t give is undefined: what is known of it stays. */
export interface FhirPatient {
  patient: unknown
  resources: { [K in ResourceOfPatient]?: unknown[] | undefined }
  /** Practitioners and locations that the others name, by reference. */
  referred: ReadonlyMap<string, unknown>
}

/**
 * Maps the resources of a patient in FHIR R4 to Dictara’s words. Missing and wrong parts are warned of; nothing is
 * thrown. @returns undefined for a patient without a record number
 */
export function readFhirPatient(told: FhirPatient): ReadPatient {
  const warnings: string[] = []
  const { id } = (told.patient ?? {}) as { id?: unknown }
  const patient = new Foreign(`Patient/${typeof id === 'string' ? id : '?'}`, told.patient, warnings)
  const list = (kind: ResourceOfPatient) =>
    told.resources[kind]?.map((one, at) => new Foreign(`${kind}[${at}]`, one, warnings))
  const referred: Referred = new Map(
    [...told.referred].map(([reference, one]) => [reference, new Foreign(reference, one, warnings)]),
  )
  const encounters = list('Encounter')
  const medicalRecordNumber = recordNumberOf(patient)
  if (medicalRecordNumber === null) {
    warnings.push(`Patient/${typeof id === 'string' ? id : '?'} has no medical record number`)
    return { patient: undefined, isPresent: false, warnings }
  }
  const present = presentEncounter(encounters ?? [])
  const appointments = list('Appointment')
  return {
    patient: {
      medicalRecordNumber,
      ...readPerson(patient),
      ...(encounters && present && readStay(present, referred)),
      records: readRecords(patient, list, referred),
      ...(appointments && { appointments: appointments.flatMap((one) => readAppointment(one, referred) ?? []) }),
    },
    isPresent: isPresent(encounters ?? []),
    warnings,
  }
}

/** Names, birth date, sex and religion. */
function readPerson(patient: Foreign): Omit<EhrPatient, 'medicalRecordNumber'> {
  const name = nameOf(patient)
  const nickname = patient.parts('name').find((one) => one.text('use') === 'nickname')
  const [firstName, ...middle] = name?.texts('given') ?? []
  const lastName = name?.text('family')
  const birthDate = patient.day('birthDate')
  const gender = wordFor(genders, patient.text('gender'))
  const religion = extensionsOf(patient, systems.religion)[0]
  return {
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    middleName: middle.join(' ') || null,
    prefix: name?.texts('prefix').join(' ') || null,
    preferredName: nickname?.texts('given')[0] ?? nickname?.text('text') ?? null,
    ...(birthDate && { birthDate }),
    ...(gender && { gender }),
    ...(religion && { religion: conceptText(religion.part('valueCodeableConcept')) }),
  }
}

/** The latest occupation that was told. */
function readOccupation(observations: readonly Foreign[]): string | null {
  const since = (one: Foreign) => one.part('effectivePeriod').text('start') ?? one.text('effectiveDateTime') ?? ''
  const [latest] = observations
    .filter((one) => codesOf(one.part('code')).includes(occupationCode))
    .toSorted((one, other) => (since(one) < since(other) ? 1 : -1))
  return latest ? (conceptText(latest.part('valueCodeableConcept')) ?? latest.text('valueString')) : null
}

/** PAT-13, as far as a Patient resource and its Observations tell it. */
function readMoreDetails(
  patient: Foreign,
  observations: readonly Foreign[] | undefined,
): Partial<Record<MoreDetail, string | null>> {
  const identifiers = patient.parts('identifier')
  const languages = patient.parts('communication')
  const race = extensionsOf(patient, systems.race)[0]
  const address = (matches: (one: Foreign) => boolean) => {
    const found = patient.parts('address').find(matches)
    return found ? addressLine(found) : null
  }
  const language = languages.find((one) => one.isTrue('preferred')) ?? languages[0]
  return {
    maritalStatus: conceptText(patient.part('maritalStatus')),
    race:
      race
        ?.parts('extension')
        .find((one) => one.text('url') === 'text')
        ?.text('valueString') ?? null,
    primaryLanguage: language ? conceptText(language.part('language')) : null,
    socialSecurity: identifierOf(identifiers, 'SS', systems.ssn),
    medicaid: identifierOf(identifiers, 'MA'),
    medicare: identifierOf(identifiers, 'MC', systems.medicare),
    previousAddress: address((one) => one.text('use') === 'old'),
    previousPhone:
      patient
        .parts('telecom')
        .find((one) => one.text('use') === 'old' && one.text('system') === 'phone')
        ?.text('value') ?? null,
    ...(observations && { occupation: readOccupation(observations) }),
    legalMailingAddress: address((one) => one.text('type') === 'postal' && one.text('use') !== 'old'),
  }
}

function readRecords(
  patient: Foreign,
  list: (kind: ResourceOfPatient) => Foreign[] | undefined,
  referred: Referred,
): PatientRecord {
  const valid = (kind: ResourceOfPatient) => list(kind)?.filter((one) => !isEnteredInError(one))
  const encounters = list('Encounter')
  const coverages = list('Coverage')
  const persons = valid('RelatedPerson')
  const consents = valid('Consent')?.map(readConsent)
  const consentsOf = (isAdvance: boolean) =>
    consents!.filter((one) => one.isAdvance === isAdvance).map(({ consent }) => consent)
  const allergies = valid('AllergyIntolerance')
  const conditions = valid('Condition')
  return {
    MORE_DETAILS: [readMoreDetails(patient, valid('Observation'))],
    PRACTITIONER: readPractitioners(patient, encounters ?? [], referred),
    CONTACT: [...patient.parts('contact'), ...(persons ?? [])].map(readContact),
    ...(encounters && { ADT: readAdtRecords(encounters, referred) }),
    ...(coverages && { COVERAGE: readCoverages(coverages) }),
    ...(allergies && { ALLERGY: allergies.map(readAllergy) }),
    ...(conditions && { DIAGNOSIS: conditions.map(readDiagnosis) }),
    ...(consents && { CONSENT: consentsOf(false), ADVANCE_CONSENT: consentsOf(true) }),
  }
}

/** Who cares for the patient: general practitioners, and those who take part in the present encounter, each once a relation. */
function readPractitioners(patient: Foreign, encounters: readonly Foreign[], referred: Referred): Practitioner[] {
  const links = [
    ...patient.parts('generalPractitioner').map((link) => ({ link, relation: generalPractitioner })),
    ...(presentEncounter(encounters)?.parts('participant') ?? []).map((participant) => {
      const type = participant.parts('type')[0]
      const code = type?.parts('coding')[0]?.text('code')
      return {
        link: participant.part('individual'),
        relation: wordFor(relations, code) ?? (type ? conceptText(type) : null),
      }
    }),
  ]
  const read = links.flatMap(({ link, relation }) => {
    const reference = link.text('reference') ?? ''
    const known = referred.get(reference)
    const display = link.text('display')
    if (known) return { key: `${reference} ${relation}`, person: readPractitioner(known, relation) }
    if (display === null || /^(?:Organization|RelatedPerson)\//.test(reference)) return []
    return { key: `${display} ${relation}`, person: { ...readPractitioner(link, relation), lastName: display } }
  })
  return [...new Map(read.map(({ key, person }) => [key, person])).values()]
}

/** @returns null for one without an id or a start */
function readAppointment(resource: Foreign, referred: Referred): EhrAppointment | null {
  const appointmentKey = resource.parts('identifier')[0]?.text('value') ?? resource.text('id')
  const startsAt = resource.moment('start')
  if (appointmentKey === null || startsAt === null) return null
  const actors = resource.parts('participant').map((one) => one.part('actor'))
  const actorOf = (kind: string) => actors.find((actor) => actor.text('reference')?.startsWith(`${kind}/`))
  const provider = actorOf('Practitioner')
  const known = referred.get(provider?.text('reference') ?? '')
  const reason = resource.parts('reasonCode')[0]
  return {
    appointmentKey,
    startsAt,
    endsAt: resource.moment('end'),
    type: conceptText(resource.part('appointmentType')) ?? resource.parts('serviceType').map(conceptText)[0] ?? null,
    reason: (reason && conceptText(reason)) ?? resource.text('description'),
    status: wordFor(appointmentStatuses, resource.text('status')) ?? 'BOOKED',
    providerNpi: known ? identifierOf(known.parts('identifier'), 'NPI', systems.npi) : null,
    providerName: provider?.text('display') ?? known?.parts('name')[0]?.text('text') ?? null,
    location: actorOf('Location')?.text('display') ?? null,
  }
}
