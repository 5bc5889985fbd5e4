import { type Message, type Repetition, type Segment, type Value } from '../message.ts'
import {
  allergyChangeTable,
  allergyTable,
  consentTable,
  contactTable,
  diagnosisTable,
  guarantorTable,
  livingWill,
  moreDetailsTable,
  occupation,
  payerTable,
  practitionerFields,
  practitionerSegments,
} from './patient-tables.ts'
import { only, type Segments, type TableReader } from './table.ts'
import { streetOf } from './types.ts'

/** An entry has nothing to leave as it is: what a message does not say is null in it. */
type Entry<K extends string> = Record<K, string | null>

const ranks = ['Primary', 'Secondary', 'Third', 'Fourth'] as const
export interface Payer {
  payerName: string | null
  payerCode: string | null
  payerRank: (typeof ranks)[number]
  issuer: Entry<'groupName' | 'companyName' | 'planNumber' | 'issuerName'>
}
export interface Coverage {
  payers: Payer[]
}
export interface Allergy
  extends Entry<'allergen' | 'allergyIntoleranceId' | 'category' | 'severity' | 'type' | 'reaction' | 'onsetDate'> {
  /** What to do with it in the list (IAM-6); absent in an entry of a whole list (AL1). */
  action?: 'add' | 'update' | 'delete'
}
export type Diagnosis = Entry<'icd10' | 'icd10Description' | 'onsetDate'>
export interface Contact extends Entry<Exclude<keyof typeof contactTable, 'contactType'>> {
  type: { contactType: string | null }[]
}
export type Practitioner = Entry<
  | 'lastName'
  | 'firstName'
  | 'relation'
  | 'addressLine1'
  | 'addressLine2'
  | 'city'
  | 'country'
  | 'providerType'
  | 'phone'
  | 'upin'
  | 'npi'
>
export type Consent = Entry<'consentStatus' | 'description' | 'orderedBy'>
export type MoreDetails = Record<keyof typeof moreDetailsTable | 'occupation', Value>

const entryOf = <K extends string>(read: Record<K, Value>): Entry<K> =>
  Object.fromEntries(Object.entries<Value>(read).map(([name, value]) => [name, value ?? null])) as Entry<K>

/** A list if there are segments of its kind: an empty one is a list too. */
const listOf = <T>(segments: readonly Segment[], read: (segment: Segment) => T[]): T[] | undefined =>
  segments.length === 0 ? undefined : segments.flatMap(read)

/** What is left if nothing names an entry. */
function named<T>(reader: TableReader, segment: Segment, field: number, name: Value, entry: T): T[] {
  if (name) return [entry]
  // "" in the name empties the list, and is no mistake.
  if (name !== null) reader.tell('entry-without-name', segment, field)
  return []
}

/** The payers (IN1) by rank, with the member number of each payer, by which Medicaid and Medicare are known. */
export function readCoverages(reader: TableReader, message: Message) {
  const members: { payerName: string; number: string }[] = []
  const payers = listOf(message.all('IN1'), (segment): Payer[] => {
    const { payerName, payerCode, rank, memberNumber, ...issuer } = reader.read(payerTable, only(segment))
    if (payerName && memberNumber) members.push({ payerName, number: memberNumber })
    const payerRank = ranks[Number(rank) - 1]
    const entry = {
      payerName: payerName ?? null,
      payerCode: payerCode ?? null,
      payerRank: payerRank ?? 'Fourth',
      issuer: entryOf(issuer),
    }
    if (payerRank === undefined && Number(rank) > ranks.length) {
      reader.tell('too-many-payers', segment, 1)
      return []
    }
    return named(reader, segment, 4, payerName ?? payerCode, entry)
  })
  const list: Coverage[] | undefined = payers && (payers.length > 0 ? [{ payers }] : [])
  return list && { list, members }
}

const actions = { A: 'add', U: 'update', D: 'delete' } as const

/** Allergies: the whole list (AL1), or changes to it (IAM). */
export function readAllergies(reader: TableReader, message: Message): Allergy[] | undefined {
  const changes = message.all('IAM')
  if (changes.length === 0)
    return listOf(message.all('AL1'), (segment) => {
      const read = reader.read(allergyTable, only(segment))
      return named(reader, segment, 3, read.allergen, { ...entryOf(read), allergyIntoleranceId: null })
    })
  return listOf(changes, (segment) => {
    const { action: code, ...read } = reader.read(allergyChangeTable, only(segment))
    const action = code && code in actions ? actions[code as keyof typeof actions] : 'add'
    return code === 'X'
      ? []
      : named(reader, segment, 3, read.allergen ?? read.allergyIntoleranceId, { ...entryOf(read), action })
  })
}

const isIcd10 = (system: Value) => /^(I10|ICD-?10|10$|I10C)/i.test(system ?? '')
const looksLikeIcd10 = (code: Value) => /^[A-TV-Z]\d[0-9A-Z](\.?[0-9A-Z]{1,4})?$/.test(code ?? '')

/** Diagnoses (DG1). The code is told only if it is one of ICD-10, by its system or, where none is told, by its form. */
export function readDiagnoses(reader: TableReader, message: Message): Diagnosis[] | undefined {
  return listOf(message.all('DG1'), (segment) => {
    const read = reader.read(diagnosisTable, only(segment))
    const system = read.system ?? read.methodSystem
    const isFirst = isIcd10(system) || (!system && looksLikeIcd10(read.code))
    const icd10 = isFirst ? read.code : isIcd10(read.otherSystem) ? read.otherCode : undefined
    const icd10Description = read.description ?? read.otherDescription ?? icd10
    return named(reader, segment, 3, icd10Description ?? (read.code === null ? null : undefined), {
      icd10: icd10 ?? null,
      icd10Description: icd10Description ?? null,
      onsetDate: read.onsetDate ?? null,
    })
  })
}

const isPatient = (segment: Segment) => (segment.value(3, 1) ?? '').trim().toUpperCase() === 'SEL'

/** Contacts (NK1, but not the patient), and who pays (GT1). */
export function readContacts(reader: TableReader, message: Message): Contact[] | undefined {
  const relatives = message.all('NK1').filter((segment) => !isPatient(segment))
  const contacts = listOf(relatives, (segment): Contact[] => {
    const { contactType, ...read } = reader.read(contactTable, only(segment))
    const isEmergency = read.relationship === 'Emergency contact'
    const type = contactType ?? (isEmergency ? 'Emergency Contact' : null)
    const entry = { ...entryOf(read), type: type === null ? [] : [{ contactType: type }] }
    return named(reader, segment, 2, read.lastName ?? read.firstName, entry)
  })
  const guarantors = listOf(message.all('GT1'), (segment): Contact[] => {
    const read = reader.read(guarantorTable, only(segment))
    const entry = { ...entryOf(read), type: [{ contactType: 'Guarantor' }] }
    return named(reader, segment, 3, read.lastName ?? read.firstName, entry)
  })
  return contacts || guarantors ? [...(contacts ?? []), ...(guarantors ?? [])] : undefined
}

/** A practitioner by an XCN; null if it names nobody. An NPI and a UPIN are told by XCN.13, or by who gave the number. */
function practitionerOf(person: Repetition, relation: Value): Practitioner | null {
  const of = (component: number, subcomponent?: number) => person.value(component, subcomponent)?.trim() || null
  const kinds = [of(13), of(9, 1), of(10), of(8)].map((kind) => kind?.toUpperCase())
  const number = (kind: string) => (kinds.includes(kind) ? of(1) : null)
  // Some senders put the name where the number belongs.
  const isNameOnly = !of(2) && !of(3) && /^[\p{L}][\p{L} .,'’-]+$/u.test(of(1) ?? '')
  const lastName = of(2, 1) ?? (isNameOnly ? of(1) : null)
  if (lastName === null && of(3) === null) return null
  const unknown = { addressLine1: null, addressLine2: null, city: null, country: null, providerType: null, phone: null }
  return {
    lastName,
    firstName: of(3),
    relation: relation ?? null,
    ...unknown,
    upin: number('UPIN'),
    npi: number('NPI'),
  }
}

/** From here on, ROL and PRT are about something else than patient and visit. */
const isAboutElse = /^(OBX|AL1|IAM|DG1|PR1|GT1|IN1|ORC|OBR|SPM|TXA|RGS)$/

/** The practitioners of PV1, PD1, ROL and PRT; each once for what they are to the patient. */
export function readPractitioners(reader: TableReader, message: Message): Practitioner[] | undefined {
  const found: Practitioner[] = []
  for (const [id, field, relation] of practitionerFields)
    for (const person of message.first(id)?.repetitions(field) ?? []) {
      const practitioner = practitionerOf(person, relation)
      if (practitioner) found.push(practitioner)
    }
  const end = message.segments.findIndex(({ id }) => isAboutElse.test(id))
  for (const id of ['ROL', 'PRT'] as const)
    for (const segment of message.all(id)) {
      if (end >= 0 && segment.start > message.segments[end]!.start) continue
      const of = practitionerSegments[id]
      const [person] = segment.repetitions(of.person)
      const [address] = segment.repetitions(of.address)
      const practitioner = person && practitionerOf(person, reader.one(of.relation, only(segment)))
      if (!practitioner) continue
      found.push({
        ...practitioner,
        addressLine1: (address && streetOf(address)) ?? null,
        addressLine2: address?.value(2) ?? null,
        city: address?.value(3) ?? null,
        country: address?.value(6) ?? null,
        providerType: reader.one(of.providerType, only(segment)) ?? null,
        phone: reader.one(of.phone, only(segment)) ?? null,
      })
    }
  const byWho = new Map<string, Practitioner>()
  const keyOf = ({ lastName, firstName, relation }: Practitioner) => JSON.stringify([lastName, firstName, relation])
  for (const one of found) {
    const before = byWho.get(keyOf(one))
    byWho.set(keyOf(one), before ? filled(before, one) : one)
  }
  return found.length > 0 ? [...byWho.values()] : undefined
}

const filled = (one: Practitioner, other: Practitioner): Practitioner =>
  Object.fromEntries(
    Object.entries(one).map(([name, value]) => [name, value ?? other[name as keyof Practitioner]]),
  ) as Practitioner

/** Consents (CON). */
export function readConsents(reader: TableReader, message: Message): Consent[] | undefined {
  return listOf(message.all('CON'), (segment) => {
    const read = reader.read(consentTable, only(segment))
    return named(reader, segment, 2, read.description, entryOf(read))
  })
}

/** Living will (PD1-7) and advance directives (PD1-15). */
export function readDirectives(reader: TableReader, message: Message): Consent[] | undefined {
  const segment = message.first('PD1')
  if (!segment || (!segment.raw(7) && !segment.raw(15))) return undefined
  const will = reader.one(livingWill, only(segment))
  const directives = segment.repetitions(15).flatMap((one) => one.value(2) ?? one.value(1) ?? [])
  return [
    ...(will ? [{ description: 'Living Will', consentStatus: will, orderedBy: null }] : []),
    ...directives.map((description) => ({ description, consentStatus: 'Active', orderedBy: null })),
  ]
}

/** What the face sheet adds (PAT-13). */
export function readMoreDetails(
  reader: TableReader,
  message: Message,
  segments: Segments,
  coverages: ReturnType<typeof readCoverages>,
): MoreDetails {
  const read = reader.read(moreDetailsTable, segments)
  const self = message.all('NK1').find(isPatient)
  const memberOf = (name: RegExp) => coverages?.members.find(({ payerName }) => name.test(payerName))?.number
  const observed = message.all('OBX').find((segment) => segment.value(3, 1) === '11341-5')
  return {
    ...read,
    medicaid: read.medicaid ?? memberOf(/medicaid/i),
    medicare: read.medicare ?? memberOf(/medicare/i),
    occupation: (self && reader.one(occupation, only(self))) ?? observed?.value(5, 2) ?? observed?.value(5, 1),
  }
}
