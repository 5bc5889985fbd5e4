import { bornWords, fullMomentIn } from '@dictara/browser/moments'
import type { AppointmentStatus } from '@dictara/contract/patient-record'
import { Skeleton, Tabs } from 'antd'
import { Cut } from '../../ui/cut.tsx'
import {
  type PatientRef,
  useDetails,
  useAdtRecords,
  useAdvanceConsents,
  useAllergies,
  useAppointments,
  useConsents,
  useContacts,
  useCoverages,
  useDiagnoses,
  usePractitioners,
} from './record-queries.ts'
import '../../ui/wrapping-tabs.css'
import { PartTable, RecordFailed } from './part-table.tsx'
import { RecordTable } from '../../ui/record-table.tsx'
import { Phones } from './phones.tsx'
import { addressOf, joined, nameOf, shown, shownOrPart, typesOf } from './shown.ts'

interface TabProps {
  patient: PatientRef
}

/** Text that is cut in a table. Pointer and keyboard show all of it (PAT-24). */
const mostOfDiagnosis = 30

const appointmentWords: Record<AppointmentStatus, string> = {
  BOOKED: '',
  CANCELLED: 'Cancelled',
  NO_SHOW: 'No-show',
  DELETED: 'Deleted',
}

/** The coming appointments, at the times of the facility's zone. Shows nothing if there are none. */
function NextAppointments({ patient, zone }: TabProps & { zone: string }) {
  const appointments = useAppointments(patient)
  if (appointments.isError) return <RecordFailed of={appointments} />
  if (!appointments.data?.length) return null
  return (
    <section aria-label="Next appointments" className="record-appointments">
      <h2>Next appointments</h2>
      <RecordTable
        label="Next appointments"
        rows={appointments.data}
        columns={[
          { title: 'Time', render: ({ startsAt }) => fullMomentIn(startsAt, zone) },
          { title: 'Reason', render: ({ reason, type }) => shown(reason ?? type) },
          { title: 'With', render: ({ providerName }) => shown(providerName) },
          { title: 'Where', render: ({ location }) => shown(location) },
          { title: 'Status', render: ({ status }) => shown(appointmentWords[status]) },
        ]}
      />
    </section>
  )
}

function Details({ patient }: TabProps) {
  const details = useDetails(patient)
  if (details.isError) return <RecordFailed of={details} />
  if (!details.data)
    return <Skeleton active title={false} paragraph={{ rows: 6 }} aria-label="Patient Details: loading" />
  const of = details.data
  const rows = [
    ['Prefix', shown(of.prefix)],
    ['Last Name', shown(of.lastName)],
    ['First Name', shown(of.firstName)],
    ['Middle Name', shown(of.middleName)],
    ['Preferred Name', shown(of.preferredName)],
    ['MRN', shown(of.medicalRecordNumber)],
    ['Date of Birth', shownOrPart(of.birthDate)],
    ['Gender', shown(of.gender)],
    ['Religion', shown(of.religion)],
    ['Facility', of.facility.facilityName],
    ['Unit', shown(of.unitDesc)],
    ['Bed', shown(of.bedId)],
    ['Bed Description', shown(of.bedDesc)],
    ['Admission Date', shownOrPart(of.admissionDate)],
  ] as const
  return (
    <>
      <RecordTable
        label="Patient Details"
        rows={rows}
        columns={[
          { title: 'Detail', render: ([name]) => name },
          { title: 'Value', render: ([, value]) => value },
        ]}
      />
      <NextAppointments patient={patient} zone={of.timeZone} />
    </>
  )
}

function Coverages({ patient }: TabProps) {
  const coverages = useCoverages(patient)
  return (
    <PartTable
      label="Coverages"
      empty="No coverages."
      of={{ ...coverages, data: coverages.data?.flatMap(({ payers }) => payers) }}
      columns={[
        { title: 'Rank', render: ({ payerRank }) => payerRank },
        { title: 'Payer', render: ({ payerName }) => shown(payerName) },
        { title: 'Payer Code', render: ({ payerCode }) => shown(payerCode) },
        { title: 'Company', render: ({ issuer }) => shown(issuer.companyName) },
        { title: 'Issuer', render: ({ issuer }) => shown(issuer.issuerName) },
        { title: 'Group', render: ({ issuer }) => shown(issuer.groupName) },
        { title: 'Plan Number', render: ({ issuer }) => shown(issuer.planNumber) },
      ]}
    />
  )
}

const Diagnoses = ({ patient }: TabProps) => (
  <PartTable
    label="Diagnosis Info"
    empty="No diagnoses."
    of={useDiagnoses(patient)}
    columns={[
      { title: 'Onset Date', render: ({ onsetDate }) => shownOrPart(onsetDate) },
      { title: 'ICD-10', render: ({ icd10 }) => shown(icd10) },
      {
        title: 'Description',
        render: ({ icd10Description }) => <Cut text={shown(icd10Description)} most={mostOfDiagnosis} />,
      },
    ]}
  />
)

const Contacts = ({ patient }: TabProps) => (
  <PartTable
    label="Contacts"
    empty="No contacts."
    of={useContacts(patient)}
    columns={[
      { title: 'Name', render: nameOf },
      { title: 'Relationship', render: ({ relationship }) => shown(relationship) },
      { title: 'Type', render: typesOf },
      { title: 'Phone', render: (contact) => <Phones of={contact} /> },
      { title: 'Email', render: ({ email }) => shown(email) },
      { title: 'Address', render: addressOf },
    ]}
  />
)

const Allergies = ({ patient }: TabProps) => (
  <PartTable
    label="Allergy"
    empty="No allergies recorded. Ask the patient: an empty list doesn’t mean that there are none."
    of={useAllergies(patient)}
    columns={[
      { title: 'Allergen', render: ({ allergen }) => shown(allergen) },
      { title: 'Category', render: ({ category }) => shown(category) },
      { title: 'Severity', render: ({ severity }) => shown(severity) },
      { title: 'Type', render: ({ type }) => shown(type) },
      { title: 'ID', render: ({ allergyIntoleranceId }) => shown(allergyIntoleranceId) },
    ]}
  />
)

const Practitioners = ({ patient }: TabProps) => (
  <PartTable
    label="Practioners"
    empty="No practitioners."
    of={usePractitioners(patient)}
    columns={[
      { title: 'Name', render: nameOf },
      { title: 'Relation', render: ({ relation }) => shown(relation) },
      { title: 'Provider Type', render: ({ providerType }) => shown(providerType) },
      { title: 'Address', render: ({ addressLine1, addressLine2 }) => joined([addressLine1, addressLine2]) },
      { title: 'City', render: ({ city }) => shown(city) },
      { title: 'Country', render: ({ country }) => shown(country) },
    ]}
  />
)

function Consents({ patient }: TabProps) {
  const consents = useConsents(patient)
  const advance = useAdvanceConsents(patient)
  const all =
    consents.data && advance.data
      ? [
          ...advance.data.map((one) => ({ ...one, kind: 'Advance directive' })),
          ...consents.data.map((one) => ({ ...one, kind: 'Consent' })),
        ]
      : undefined
  return (
    <PartTable
      label="Consents"
      empty="No consents."
      of={{
        data: all,
        isError: consents.isError || advance.isError,
        error: consents.error ?? advance.error,
        isFetching: consents.isFetching || advance.isFetching,
        refetch: () => Promise.all([consents.refetch(), advance.refetch()]),
      }}
      columns={[
        { title: 'Kind', render: ({ kind }) => kind },
        { title: 'Description', render: ({ description }) => shown(description) },
        { title: 'Status', render: ({ consentStatus }) => shown(consentStatus) },
        { title: 'Ordered By', render: ({ orderedBy }) => shown(orderedBy) },
      ]}
    />
  )
}

function AdtRecords({ patient }: TabProps) {
  // The times are in the facility’s zone.
  const details = useDetails(patient)
  const zone = details.data?.timeZone
  const records = useAdtRecords(patient)
  return (
    <PartTable
      label="ADT Records"
      empty="No admissions, transfers or discharges."
      of={details.isError ? { ...details, data: undefined } : { ...records, data: zone ? records.data : undefined }}
      columns={[
        { title: 'Action', render: ({ actionType }) => shown(actionType) },
        { title: 'Effective', render: ({ effectiveDateTime }) => fullMomentIn(effectiveDateTime, zone) },
        { title: 'Bed', render: ({ bedId }) => shown(bedId) },
        { title: 'Payer', render: ({ payerName }) => shown(payerName) },
        { title: 'Payer Code', render: ({ payerCode }) => shown(payerCode) },
      ]}
    />
  )
}

/** In the order of PAT-01 to PAT-08; "Practioners" is spelled as the customer spells it (Q134). */
const tabs = {
  'Patient Details': Details,
  Coverages,
  'Diagnosis Info': Diagnoses,
  Contacts,
  Allergy: Allergies,
  Practioners: Practitioners,
  Consents,
  'ADT Records': AdtRecords,
} as const

/** Shows name, date of birth and MRN above every tab, so that nobody reads the chart of another patient by mistake. */
function WhoseRecord({ patient }: TabProps) {
  const { data: of } = useDetails(patient)
  if (!of) return <p className="record-whose">…</p>
  return (
    <p className="record-whose">
      <strong>{nameOf(of)}</strong> · {bornWords(of.birthDate)} · MRN {shown(of.medicalRecordNumber)}
    </p>
  )
}

/** The patient's data from the EHR, in eight tabs. Each is loaded when it is first opened (PAT-09). */
export const PatientDetails = ({ patient }: TabProps) => (
  <>
    <WhoseRecord patient={patient} />
    <Tabs
      className="wrapping-tabs"
      destroyOnHidden
      tabBarGutter={18}
      items={Object.entries(tabs).map(([label, Tab]) => ({
        // Used in an id, which must not contain spaces.
        key: label.replaceAll(' ', '-'),
        label,
        children: <Tab patient={patient} />,
      }))}
    />
  </>
)
