-- What Dictara knows of writing a note to the EHR: one row a job and note version.
create table filings (
  clinic_id uuid not null,
  job_id uuid not null,
  note_version integer not null,
  -- null: the facility has no EHR, the note is kept here only
  ehr_type text,
  first_tried_at timestamptz not null,
  -- null until the EHR took it
  filed_at timestamptz,
  strike_status text not null default 'NONE' check (strike_status in ('NONE', 'STRUCK', 'FAILED')),
  primary key (clinic_id, job_id, note_version),
  foreign key (clinic_id, job_id) references jobs
);
call guard_table('filings');

-- The demo EHR is a system of its own: it keeps what it was sent and knows no table of Dictara's jobs and notes.
create table demo_ehr_settings (
  clinic_id uuid not null,
  facility_id uuid not null,
  behaviour text not null check (behaviour in ('accept', 'refuse', 'hang', 'accept-then-time-out')),
  primary key (clinic_id, facility_id),
  foreign key (clinic_id, facility_id) references facilities
);
call guard_table('demo_ehr_settings');

create table demo_ehr_notes (
  clinic_id uuid not null,
  facility_id uuid not null,
  id uuid not null default uuidv7(),
  job_id uuid not null,
  note_version integer not null,
  job_number text not null,
  patient_name text not null,
  medical_record_number text not null,
  author text not null,
  work_type text,
  date_of_encounter date,
  text text not null,
  received_at timestamptz not null,
  deliveries integer not null default 1,
  struck_at timestamptz,
  primary key (clinic_id, id),
  -- a repeated write is the same note (Q192)
  unique (clinic_id, job_id, note_version),
  foreign key (clinic_id, facility_id) references facilities
);
create index demo_ehr_notes_of_facility on demo_ehr_notes (clinic_id, facility_id, received_at desc, id desc);
call guard_table('demo_ehr_notes');
