create table clinics (
  clinic_id uuid primary key,
  name text not null,
  demo boolean not null default false,
  last_job_number integer not null default 0,
  created_at timestamptz not null default now()
);
call guard_table('clinics');

create table facilities (
  clinic_id uuid not null references clinics,
  id uuid not null,
  name text not null,
  time_zone text not null default 'America/New_York',
  is_enabled boolean not null default true,
  is_parent boolean not null default false,
  transcription_flow text not null default 'TRANSCRIPTION_REVIEWER' check (transcription_flow in ('TRANSCRIPTION_ONLY', 'TRANSCRIPTION_REVIEWER')),
  reviewer_count integer not null default 1 check (reviewer_count between 0 and 5),
  organisation_id text,
  note_type text,
  -- null: approved notes are kept here and written nowhere else
  ehr_type text,
  hl7_integration boolean not null default false,
  plan text not null default 'TRIAL' check (plan in ('TRIAL', 'STANDARD', 'STANDARD_ANNUAL', 'ESSENTIALS', 'CANCELLED')),
  -- the last day that is paid for or free; null: renews by itself
  plan_end_date date,
  disabled_status_updated_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (clinic_id, id)
);
call guard_table('facilities');

create table facility_work_types (
  clinic_id uuid not null,
  facility_id uuid not null,
  name text not null,
  position integer not null,
  primary key (clinic_id, facility_id, name),
  foreign key (clinic_id, facility_id) references facilities
);
call guard_table('facility_work_types');

create table users (
  id uuid primary key,
  -- null for dictaraGod, who has no clinic (Q178)
  clinic_id uuid references clinics,
  email text not null,
  password_hash text,
  first_name text not null,
  last_name text not null,
  full_name text not null generated always as (first_name || ' ' || last_name) stored,
  npi text,
  phone_country_code text,
  phone_number text,
  dob date,
  user_type text not null check (user_type in ('doctor', 'transcriptionist', 'reviewer', 'biller', 'admin', 'clinicAdmin', 'dictaraGod')),
  user_privilege text not null check (user_privilege in ('NONE', 'TRANSCRIPTION_ONLY', 'REVIEWER_ONLY', 'TRANSCRIPTION_REVIEWER')),
  is_enabled boolean not null default true,
  super_admin boolean not null default false,
  facility_access boolean not null default false,
  self_review_enabled boolean not null default false,
  activate_roster boolean not null default false,
  biller_id uuid,
  reviewer_flow text not null default 'NONE' check (reviewer_flow in ('NONE', 'LEVEL_1', 'LEVEL_2')),
  any_reviewer_level_1 boolean not null default false,
  any_reviewer_level_2 boolean not null default false,
  facility_authentication_notification boolean not null default true,
  job_update_notification boolean not null default true,
  emr_submission_success_notification boolean not null default true,
  emr_submission_failure_notification boolean not null default true,
  ehr_doctor_id text,
  profile_pic text,
  last_login_at timestamptz,
  last_job_created_at timestamptz,
  last_job_completed_at timestamptz,
  -- encrypts this person's drafts in the browser; stored sealed under the master key
  sealed_draft_key bytea,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (clinic_id, id),
  foreign key (clinic_id, biller_id) references users (clinic_id, id)
);
create unique index users_email on users (lower(email));
create unique index users_npi on users (clinic_id, npi) where npi is not null;
create index users_of_clinic on users (clinic_id, user_type, is_enabled);
call guard_table('users');

create table facility_users (
  clinic_id uuid not null,
  facility_id uuid not null,
  user_id uuid not null,
  primary key (clinic_id, user_id, facility_id),
  foreign key (clinic_id, facility_id) references facilities,
  foreign key (clinic_id, user_id) references users (clinic_id, id)
);
create index facility_users_of_facility on facility_users (clinic_id, facility_id);
call guard_table('facility_users');

create table reviewer_groups (
  clinic_id uuid not null references clinics,
  id uuid not null,
  group_name text not null,
  level text not null check (level in ('LEVEL_1', 'LEVEL_2', 'ALL_LEVELS')),
  created_by uuid,
  primary key (clinic_id, id)
);
call guard_table('reviewer_groups');

create table reviewer_group_members (
  clinic_id uuid not null,
  group_id uuid not null,
  reviewer_id uuid not null,
  primary key (clinic_id, group_id, reviewer_id),
  foreign key (clinic_id, group_id) references reviewer_groups,
  foreign key (clinic_id, reviewer_id) references users (clinic_id, id)
);
create index reviewer_group_members_of_reviewer on reviewer_group_members (clinic_id, reviewer_id);
call guard_table('reviewer_group_members');

create table author_reviewers (
  clinic_id uuid not null,
  author_id uuid not null,
  level text not null check (level in ('LEVEL_1', 'LEVEL_2')),
  reviewer_id uuid not null,
  primary key (clinic_id, author_id, level, reviewer_id),
  foreign key (clinic_id, author_id) references users (clinic_id, id),
  foreign key (clinic_id, reviewer_id) references users (clinic_id, id)
);
create index author_reviewers_of_reviewer on author_reviewers (clinic_id, reviewer_id, level);
call guard_table('author_reviewers');

create table author_reviewer_groups (
  clinic_id uuid not null,
  author_id uuid not null,
  level text not null check (level in ('LEVEL_1', 'LEVEL_2')),
  group_id uuid not null,
  primary key (clinic_id, author_id, level, group_id),
  foreign key (clinic_id, author_id) references users (clinic_id, id),
  foreign key (clinic_id, group_id) references reviewer_groups
);
create index author_reviewer_groups_of_group on author_reviewer_groups (clinic_id, group_id, level);
call guard_table('author_reviewer_groups');

-- One-time links: invitations now, password resets later. Only the hash is stored (Q005).
create table invitations (
  token_hash bytea primary key,
  clinic_id uuid not null references clinics,
  user_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (clinic_id, user_id) references users (clinic_id, id)
);
create index invitations_of_user on invitations (clinic_id, user_id);
call guard_table('invitations');

-- Append-only: the app may add and read, nobody edits (Q145).
create table audit_events (
  clinic_id uuid references clinics,
  id uuid not null default uuidv7(),
  event text not null,
  at timestamptz not null default now(),
  user_id uuid,
  session_id uuid,
  ip text,
  job_id uuid,
  patient_id uuid,
  facility_id uuid,
  from_status text,
  to_status text,
  level text,
  comment text,
  detail jsonb,
  primary key (id)
);
create index audit_events_of_clinic on audit_events (clinic_id, at desc);
create index audit_events_of_job on audit_events (clinic_id, job_id, at) where job_id is not null;
call guard_table('audit_events');
revoke update, delete on audit_events from dictara_app, dictara_system;
