-- Jobs whose listening copy could not be made: why, in words, and when that is tried again. Gone once there is one.
create table listening_failures (
  clinic_id uuid not null,
  job_id uuid not null,
  reason text not null,
  times integer not null,
  failed_at timestamptz not null,
  -- null: trying again would not help
  retry_at timestamptz,
  primary key (clinic_id, job_id),
  foreign key (clinic_id, job_id) references jobs
);
call guard_table('listening_failures');

-- By these the reconciling task finds what has to go on, in whichever clinic.
create index listening_failures_due on listening_failures (retry_at) where retry_at is not null;
create index jobs_on_their_way on jobs (last_updated_at) where is_enabled and status in ('RECEIVED', 'CONVERTING', 'WRITING');
create index jobs_submitted on jobs (submitted_at);
