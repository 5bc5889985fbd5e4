-- What an EHR tells about a patient besides who they are: coverages, contacts, allergies and so on (PAT-13 to PAT-22). Each row is
-- one entry of one kind, in the shape that contract/src/features/patient-record.ts gives that kind.
create table patient_records (
  clinic_id uuid not null,
  patient_id uuid not null,
  kind text not null check (
    kind in ('ADT', 'ADVANCE_CONSENT', 'ALLERGY', 'CONSENT', 'CONTACT', 'COVERAGE', 'DIAGNOSIS', 'MORE_DETAILS', 'PRACTITIONER')
  ),
  position integer not null,
  content jsonb not null,
  primary key (clinic_id, patient_id, kind, position),
  foreign key (clinic_id, patient_id) references patients on delete cascade
);
call guard_table('patient_records');
