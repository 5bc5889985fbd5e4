import { type AuditedJob, auditedStatusWords, type JobAuditRow } from '@dictara/contract/audit'
import type { Section } from '@dictara/contract/notes'
import { OnPaper, RecordTable } from '../../ui/record-table.tsx'
import { ReadNote } from '../notes/index.ts'
import type { AuditOf } from './job-status.tsx'
import { stintColumns } from './stint-columns.tsx'
import './patient-report.css'

export interface Printed {
  /** Key and value of the header of the note. */
  facts: ReadonlyMap<string, string>
  audit?: readonly JobAuditRow[]
  sections?: readonly Section[]
}

type Fact = readonly [label: string, value: string | undefined]

const Facts = ({ title, facts }: { title: string; facts: readonly Fact[] }) => (
  <section>
    <h2>{title}</h2>
    <dl>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || '–'}</dd>
        </div>
      ))}
    </dl>
  </section>
)

interface PatientReportProps {
  of: AuditOf
  job: AuditedJob
  printed: Printed
}

/** The patient report on paper: about the note, about the patient, the audit, the note by section (AUD-21 to AUD-23, AUD-26). */
export function PatientReport({ of, job, printed: { facts, audit, sections } }: PatientReportProps) {
  return (
    <OnPaper value={true}>
      <article className="patient-report">
        <h1>Patient Report</h1>
        <Facts
          title="Note Information"
          facts={[
            ['Author', job.author],
            ['Facility', job.facility.facilityName],
            ['Date of Encounter', facts.get('DATE OF VISIT')],
            ['Note Type', facts.get('WORK TYPE')],
            ['Job Number', job.jobNumber],
            ['Status', auditedStatusWords[of][job.status]],
          ]}
        />
        <Facts
          title="Patient Information"
          facts={[
            ['Name', job.patientName],
            ['Date of Birth', facts.get('DATE OF BIRTH')],
            ['Date of Admission', facts.get('DATE OF ADMISSION')],
            ['Room/Bed', facts.get('ROOM/BED')],
            ['Medical Record Number', facts.get('MRN')],
          ]}
        />
        {audit && (
          <section>
            <h2>Audit</h2>
            {audit.length > 0 ? (
              <RecordTable label="Audit" rows={audit} columns={stintColumns(job.timeZone)} />
            ) : (
              <p>No comments found!</p>
            )}
          </section>
        )}
        {sections && (
          <section className="patient-report-note">
            <h2>Note</h2>
            <ReadNote sections={sections} />
          </section>
        )}
      </article>
    </OnPaper>
  )
}
