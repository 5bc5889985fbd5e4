import { isMaskedIdentifier, type MoreDetails } from '@dictara/contract/patient-record'
import { fullMomentIn } from '@dictara/browser/moments'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { cut } from '../../ui/cut.tsx'
import { MaskedIdentifier } from './masked-identifier.tsx'
import { Phones } from './phones.tsx'
import {
  type PatientRef,
  useDetails,
  useMoreDetails,
  useAdtRecords,
  useAdvanceConsents,
  useAllergies,
  useContacts,
  useCoverages,
  useDiagnoses,
  usePractitioners,
} from './record-queries.ts'
import { PartTable, RecordFailed } from './part-table.tsx'
import { addressOf, joined, nameOf, shown, shownOrPart, typesOf } from './shown.ts'
import './face-sheet.css'

/** The most characters of a diagnosis on the face sheet (PAT-24). */
const mostOfDiagnosis = 40

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="face-sheet-part" aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
)

const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="face-sheet-facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

type MoreDetail = MoreDetails['details'][number]
function valueOf(patient: PatientRef, { key, label, value }: MoreDetail): ReactNode {
  if (value === null || !isMaskedIdentifier(key)) return shown(value)
  return <MaskedIdentifier patient={patient} identifier={key} label={label} masked={value} />
}

function Person({ patient }: { patient: PatientRef }) {
  const details = useDetails(patient)
  const more = useMoreDetails(patient)
  const failed = [details, more].find(({ isError }) => isError)
  if (failed) return <RecordFailed of={failed} />
  if (!details.data || !more.data)
    return <Skeleton active paragraph={{ rows: 8 }} aria-label="The face sheet is loading" />
  const of = details.data
  return (
    <>
      <header className="face-sheet-head">
        <h2>{joined([of.prefix, of.firstName, of.middleName, of.lastName], ' ')}</h2>
        <p>{of.facility.facilityName}</p>
      </header>
      <Part title="Admission">
        <Facts
          facts={[
            ['MRN', shown(of.medicalRecordNumber)],
            ['Admission Date', shownOrPart(of.admissionDate)],
            ['Unit', shown(of.unitDesc)],
            ['Bed', joined([of.bedId, of.bedDesc])],
          ]}
        />
      </Part>
      <Part title="Patient">
        <Facts
          facts={[
            ['Preferred Name', shown(of.preferredName)],
            ['Date of Birth', shownOrPart(of.birthDate)],
            ['Gender', shown(of.gender)],
            ['Religion', shown(of.religion)],
            ...more.data.map((detail) => [detail.label, valueOf(patient, detail)] as const),
          ]}
        />
      </Part>
    </>
  )
}

function Diagnoses({ patient }: { patient: PatientRef }) {
  const diagnoses = useDiagnoses(patient)
  if (!diagnoses.data || diagnoses.data.length === 0)
    return <PartTable label="Diagnoses" empty="No diagnoses." of={diagnoses} columns={[]} />
  return (
    <ul className="face-sheet-diagnoses">
      {diagnoses.data.map(({ onsetDate, icd10, icd10Description }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- diagnoses have no ids and are never reordered
        <li key={at}>
          <strong>{shown(icd10)}</strong>{' '}
          <span title={icd10Description ?? ''}>{cut(shown(icd10Description), mostOfDiagnosis)}</span>{' '}
          <span className="face-sheet-onset">{shownOrPart(onsetDate)}</span>
        </li>
      ))}
    </ul>
  )
}

function Coverages({ patient }: { patient: PatientRef }) {
  const coverages = useCoverages(patient)
  return (
    <PartTable
      label="Coverages"
      empty="No coverages."
      of={{ ...coverages, data: coverages.data?.flatMap(({ payers }) => payers) }}
      columns={[
        { title: 'Rank', render: ({ payerRank }) => payerRank },
        { title: 'Payer', render: ({ payerName, payerCode }) => joined([payerName, payerCode]) },
        { title: 'Issuer', render: ({ issuer }) => joined([issuer.companyName, issuer.issuerName]) },
        { title: 'Group', render: ({ issuer }) => shown(issuer.groupName) },
        { title: 'Plan Number', render: ({ issuer }) => shown(issuer.planNumber) },
      ]}
    />
  )
}

function Admissions({ patient }: { patient: PatientRef }) {
  const zone = useDetails(patient).data?.timeZone
  return (
    <PartTable
      label="ADT Records"
      empty="No admissions, transfers or discharges."
      of={useAdtRecords(patient)}
      columns={[
        { title: 'Action', render: ({ actionType }) => shown(actionType) },
        { title: 'Effective', render: ({ effectiveDateTime }) => fullMomentIn(effectiveDateTime, zone) },
        { title: 'Bed', render: ({ bedId }) => shown(bedId) },
        { title: 'Payer', render: ({ payerName, payerCode }) => joined([payerName, payerCode]) },
      ]}
    />
  )
}

/** The printable admission record (PAT-11). */
export const FaceSheet = ({ patient }: { patient: PatientRef }) => (
  <article className="face-sheet" aria-label="Face Sheet">
    <Person patient={patient} />
    <Part title="Coverages">
      <Coverages patient={patient} />
    </Part>
    <Part title="Diagnoses">
      <Diagnoses patient={patient} />
    </Part>
    <Part title="Allergies">
      <PartTable
        label="Allergies"
        empty="No allergies recorded."
        of={useAllergies(patient)}
        columns={[
          { title: 'Allergen', render: ({ allergen }) => shown(allergen) },
          { title: 'Category', render: ({ category }) => shown(category) },
          { title: 'Severity', render: ({ severity }) => shown(severity) },
          { title: 'Type', render: ({ type }) => shown(type) },
        ]}
      />
    </Part>
    <Part title="Contacts">
      <PartTable
        label="Contacts"
        empty="No contacts."
        of={useContacts(patient)}
        columns={[
          { title: 'Name', render: nameOf },
          { title: 'Relationship', render: ({ relationship }) => shown(relationship) },
          { title: 'Type', render: typesOf },
          { title: 'Phone', render: (contact) => <Phones of={contact} /> },
          { title: 'Address', render: addressOf },
        ]}
      />
    </Part>
    <Part title="Practitioners">
      <PartTable
        label="Practitioners"
        empty="No practitioners."
        of={usePractitioners(patient)}
        columns={[
          { title: 'Name', render: nameOf },
          { title: 'Relation', render: ({ relation, providerType }) => joined([relation, providerType]) },
          { title: 'Phone', render: ({ phone }) => shown(phone) },
          { title: 'UPIN', render: ({ upin }) => shown(upin) },
          { title: 'NPI', render: ({ npi }) => shown(npi) },
        ]}
      />
    </Part>
    <Part title="Advance Directives">
      <PartTable
        label="Advance Directives"
        empty="No advance directives."
        of={useAdvanceConsents(patient)}
        columns={[
          { title: 'Description', render: ({ description }) => shown(description) },
          { title: 'Status', render: ({ consentStatus }) => shown(consentStatus) },
          { title: 'Ordered By', render: ({ orderedBy }) => shown(orderedBy) },
        ]}
      />
    </Part>
    <Part title="ADT Records">
      <Admissions patient={patient} />
    </Part>
  </article>
)
