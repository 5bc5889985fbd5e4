import type { Foreign } from '../foreign.ts'
import { systems } from './words.ts'

/** The text of a CodeableConcept, else the name of its first code. */
export const conceptText = (concept: Foreign): string | null =>
  concept.text('text') ??
  concept
    .parts('coding')
    .map((coding) => coding.text('display'))
    .find((text) => text !== null) ??
  null

export const codesOf = (concept: Foreign): string[] =>
  concept.parts('coding').flatMap((coding) => coding.text('code') ?? [])

const hasType = (identifier: Foreign, type: string) => codesOf(identifier.part('type')).includes(type)

/** The value of an identifier by its type (HL7 table 0203), or by its system. */
export const identifierOf = (identifiers: readonly Foreign[], type: string, system?: string): string | null =>
  identifiers
    .find((one) => hasType(one, type) || (system !== undefined && one.text('system') === system))
    ?.text('value') ?? null

/** Types of identifiers that are no record number: of persons, payers and papers. */
const otherNumbers = ['SS', 'MA', 'MC', 'MB', 'DL', 'PPN', 'AN', 'VN', 'NI', 'TAX']

/** The record number of a patient: typed MR, else PI, else the only number that may be one. */
export function recordNumberOf(patient: Foreign): string | null {
  const identifiers = patient.parts('identifier').filter((one) => one.text('use') !== 'old')
  const typed = identifierOf(identifiers, 'MR') ?? identifierOf(identifiers, 'PI')
  if (typed !== null) return typed
  const others = identifiers.filter(
    (one) =>
      !otherNumbers.some((type) => hasType(one, type)) &&
      one.text('system') !== systems.ssn &&
      one.text('system') !== systems.medicare,
  )
  return others.length === 1 ? others[0]!.text('value') : null
}

/** A name as it is used: not an old one. */
export function nameOf(holder: Foreign): Foreign | undefined {
  const names = holder.parts('name').filter((name) => name.text('use') !== 'old' && name.text('use') !== 'nickname')
  return (
    ['official', 'usual', null].map((use) => names.find((name) => name.text('use') === use)).find(Boolean) ?? names[0]
  )
}

/** A telephone or mail of one use. */
export const telecomOf = (holder: Foreign, system: string, ...uses: (string | null)[]): string | null =>
  holder
    .parts('telecom')
    .find((one) => one.text('system') === system && uses.includes(one.text('use')))
    ?.text('value') ?? null

export const extensionsOf = (holder: Foreign, url: string): Foreign[] =>
  holder.parts('extension').filter((extension) => extension.text('url') === url)

/** An address in one line. */
export const addressLine = (address: Foreign): string | null =>
  address.text('text') ??
  ([...address.texts('line'), address.text('city'), address.text('state'), address.text('postalCode')]
    .filter(Boolean)
    .join(', ') ||
    null)

export const isEnteredInError = (resource: Foreign): boolean =>
  resource.text('status') === 'entered-in-error' ||
  codesOf(resource.part('verificationStatus')).includes('entered-in-error')
