create table dictations (
  clinic_id uuid not null references clinics,
  id uuid not null,
  author_id uuid not null,
  facility_id uuid not null,
  patient_id uuid not null,
  template_id uuid,
  work_type text,
  date_of_encounter date,
  mime_type text not null,
  file_name text,
  size_bytes bigint,
  created_at timestamptz not null,
  submitted_at timestamptz,
  job_id uuid,
  -- the takes in order, as submitted: take, number of chunks
  takes jsonb,
  -- what to keep, in order; null: everything
  cuts jsonb,
  primary key (clinic_id, id),
  foreign key (clinic_id, author_id) references users (clinic_id, id),
  foreign key (clinic_id, facility_id) references facilities,
  foreign key (clinic_id, patient_id) references patients
);
create index dictations_open on dictations (clinic_id, author_id, created_at desc) where submitted_at is null;
call guard_table('dictations');

-- Immutable once stored: a take is the list of its chunks.
create table dictation_chunks (
  clinic_id uuid not null,
  dictation_id uuid not null,
  take integer not null,
  number integer not null,
  sha256 text not null,
  size_bytes bigint not null,
  blob_id uuid not null,
  primary key (clinic_id, dictation_id, take, number),
  foreign key (clinic_id, dictation_id) references dictations on delete cascade
);
call guard_table('dictation_chunks');
