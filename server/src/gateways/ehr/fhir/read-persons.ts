import type { Allergy, Consent, Contact, Coverage, Diagnosis, Practitioner } from '@dictara/contract/patient-record'
import { payerRanks } from '@dictara/contract/patient-record'
import type { Foreign } from '../foreign.ts'
import { codesOf, conceptText, identifierOf, isEnteredInError, nameOf, telecomOf } from './parts.ts'
import { allergyCategories, allergyTypes, criticalities, icd10Systems, severities, systems, wordFor } from './words.ts'

const word = (words: Readonly<Record<string, string>>, code: string | null) => wordFor(words, code) ?? code

/** PAT-16. The worst reaction tells the severity, else the criticality does. */
export function readAllergy(resource: Foreign): Allergy {
  const worst = new Set(resource.parts('reaction').map((reaction) => reaction.text('severity')))
  return {
    allergen: conceptText(resource.part('code')),
    allergyIntoleranceId: resource.parts('identifier')[0]?.text('value') ?? resource.text('id'),
    category: word(allergyCategories, resource.texts('category')[0] ?? null),
    severity:
      severities.find(([code]) => worst.has(code))?.[1] ?? wordFor(criticalities, resource.text('criticality')) ?? null,
    type: word(allergyTypes, resource.text('type')),
  }
}

/** PAT-22. */
export function readDiagnosis(resource: Foreign): Diagnosis {
  const code = resource.part('code')
  const icd10 = code.parts('coding').find((coding) => coding.text('system')?.startsWith(icd10Systems))
  return {
    icd10: icd10?.text('code') ?? null,
    icd10Description: icd10?.text('display') ?? conceptText(code),
    onsetDate: resource.dayOrPart('onsetDateTime') ?? resource.part('onsetPeriod').dayOrPart('start'),
  }
}

const phoneNumbers = (holder: Foreign) => ({
  cellPhone: telecomOf(holder, 'phone', 'mobile'),
  homePhone: telecomOf(holder, 'phone', 'home', null),
  officePhone: telecomOf(holder, 'phone', 'work'),
})

/** PAT-18, of a RelatedPerson or an entry of Patient.contact: the first relationship is who they are, others what they are for. */
export function readContact(person: Foreign): Contact {
  const name = person.parts('name')[0]
  const address = person.parts('address')[0]
  const [line1, line2] = address?.texts('line') ?? []
  const [relationship, ...types] = person.parts('relationship').map(conceptText)
  return {
    lastName: name?.text('family') ?? name?.text('text') ?? null,
    firstName: name?.texts('given')[0] ?? null,
    type: types.map((contactType) => ({ contactType })),
    ...phoneNumbers(person),
    email:
      person
        .parts('telecom')
        .find((one) => one.text('system') === 'email')
        ?.text('value') ?? null,
    addressLine1: line1 ?? address?.text('text') ?? null,
    addressLine2: line2 ?? null,
    city: address?.text('city') ?? null,
    relationship: relationship ?? null,
  }
}

/** PAT-19. `relation` is what they are to the patient. */
export function readPractitioner(person: Foreign, relation: string | null): Practitioner {
  const name = nameOf(person)
  const address = person.parts('address')[0]
  const [line1, line2] = address?.texts('line') ?? []
  const identifiers = person.parts('identifier')
  return {
    lastName: name?.text('family') ?? name?.text('text') ?? null,
    firstName: name?.texts('given')[0] ?? null,
    relation,
    addressLine1: line1 ?? null,
    addressLine2: line2 ?? null,
    city: address?.text('city') ?? null,
    country: address?.text('country') ?? null,
    providerType: person.parts('qualification').map((one) => conceptText(one.part('code')))[0] ?? null,
    phone: telecomOf(person, 'phone', 'work', null, 'mobile', 'home'),
    upin: identifierOf(identifiers, 'UPIN'),
    npi: identifierOf(identifiers, 'NPI', systems.npi),
  }
}

const advanceDirective = new Set(['adr', 'acd', 'dnr', 'polst', 'hcd'])
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** PAT-20. */
export function readConsent(resource: Foreign): { consent: Consent; isAdvance: boolean } {
  const concepts = [...resource.parts('category'), resource.part('scope')]
  const status = resource.text('status')
  return {
    consent: {
      consentStatus: status && capital(status),
      description: concepts.map(conceptText).find((text) => text !== null) ?? null,
      orderedBy: resource.parts('performer')[0]?.text('display') ?? null,
    },
    isAdvance: concepts.some((concept) => codesOf(concept).some((code) => advanceDirective.has(code))),
  }
}

/** PAT-14, PAT-15: all coverages that hold, by their order; what has none comes after them. */
export function readCoverages(resources: readonly Foreign[]): Coverage[] {
  const active = resources
    .filter((one) => !isEnteredInError(one) && one.text('status') !== 'cancelled')
    .map((coverage) => ({ coverage, order: coverage.number('order') ?? 99 }))
    .toSorted((one, other) => one.order - other.order)
  if (active.length === 0) return []
  const payers = active.slice(0, payerRanks.length).map(({ coverage }, at) => readPayer(coverage, at))
  return [{ payers }]
}

function readPayer(coverage: Foreign, at: number): Coverage['payers'][number] {
  const payer = coverage.parts('payor')[0]
  const name = payer?.text('display') ?? null
  const ofClass = (code: string) => coverage.parts('class').find((one) => codesOf(one.part('type')).includes(code))
  return {
    payerName: name,
    payerCode: payer?.part('identifier').text('value') ?? null,
    payerRank: payerRanks[at]!,
    issuer: {
      groupName: ofClass('group')?.text('name') ?? null,
      companyName: name,
      planNumber: ofClass('plan')?.text('value') ?? ofClass('group')?.text('value') ?? null,
      issuerName: name,
    },
  }
}
