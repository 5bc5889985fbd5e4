create table jobs (
  clinic_id uuid not null references clinics,
  id uuid not null,
  number integer not null,
  dictation_id uuid not null,
  author_id uuid not null,
  patient_id uuid not null,
  facility_id uuid not null,
  template_id uuid,
  work_type text,
  date_of_encounter date,
  status text not null check (status in ('RECEIVED', 'CONVERTING', 'AVAILABLE', 'IN_PROGRESS', 'READY', 'IN_REVIEW', 'WRITING', 'COMPLETED', 'BILLED', 'INCOMPLETE', 'STRUCK_OUT')),
  level text check (level in ('LEVEL_1', 'LEVEL_2')),
  assignee_id uuid,
  held_since timestamptz,
  -- who did the transcription stage: author or transcriptionist
  transcriber_id uuid,
  biller_id uuid,
  returned boolean not null default false,
  -- the reviewer or transcriptionist who returned it last
  rejected_by uuid,
  -- fixed when the transcription stage is completed (decisions.md part A)
  review_levels integer check (review_levels between 0 and 2),
  level_1_approved_by uuid,
  fail_stage text check (fail_stage in ('CONVERSION', 'EHR_WRITE')),
  reason_for_failing text,
  is_enabled boolean not null default true,
  version integer not null default 1,
  submitted_at timestamptz not null,
  last_updated_at timestamptz not null,
  completed_at timestamptz,
  -- what decodes, in milliseconds; 0 until the audio was read
  audio_ms integer not null default 0,
  -- share of the conversion that is done, 0 to 1
  progress real,
  notices text[] not null default '{}',
  -- where the holder listens, in seconds
  audio_time real not null default 0,
  struck_at timestamptz,
  -- the list that the job stands in; one value per tab so that an index serves list and order
  tab text not null generated always as (
    case when not is_enabled or status = 'STRUCK_OUT' then 'NONE'
      when status in ('RECEIVED', 'CONVERTING', 'AVAILABLE', 'IN_PROGRESS', 'WRITING') then 'INPROGRESS'
      when status in ('READY', 'IN_REVIEW') then 'INREVIEW'
      when status in ('COMPLETED', 'BILLED') then 'COMPLETE'
      else 'INCOMPLETE' end
  ) stored,
  primary key (clinic_id, id),
  unique (clinic_id, number),
  unique (clinic_id, dictation_id),
  foreign key (clinic_id, author_id) references users (clinic_id, id),
  foreign key (clinic_id, assignee_id) references users (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients,
  foreign key (clinic_id, facility_id) references facilities
);
call guard_table('jobs');

create table job_comments (
  clinic_id uuid not null,
  job_id uuid not null,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  user_type text not null,
  level text,
  comment text not null,
  created_at timestamptz not null,
  primary key (clinic_id, job_id, id),
  foreign key (clinic_id, job_id) references jobs
);
call guard_table('job_comments');

-- Who worked on a job, from when to when, how it ended: the audit of jobs is read from here.
create table job_stints (
  clinic_id uuid not null,
  job_id uuid not null,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  session_id uuid,
  stage text not null check (stage in ('TRANSCRIPTION', 'REVIEW', 'BILLING')),
  level text,
  started_at timestamptz not null,
  ended_at timestamptz,
  action text,
  comment text,
  primary key (clinic_id, job_id, id),
  foreign key (clinic_id, job_id) references jobs
);
create index job_stints_of_user on job_stints (clinic_id, user_id, job_id);
call guard_table('job_stints');
