-- A filing is now a delivery: a version of a job's note on its way to the EHR of its facility. It has a row from its approval on, so that
-- the notes of one facility go out in the order in which they were approved.
alter table filings rename column first_tried_at to queued_at;
alter table filings
  add column facility_id uuid,
  add column state text not null default 'WAITING' check (state in ('WAITING', 'FILED', 'FAILED')),
  add column attempts integer not null default 0,
  add column last_tried_at timestamptz,
  -- why the last try did not succeed, in words for people
  add column last_error text,
  -- what the EHR calls the note, e.g. the id of its document; null: it said nothing
  add column reference text;
update filings f set
  facility_id = j.facility_id,
  attempts = 1,
  last_tried_at = coalesce(f.filed_at, f.queued_at),
  state = case when f.filed_at is not null then 'FILED' when j.status = 'WRITING' then 'WAITING' else 'FAILED' end,
  last_error = case when f.filed_at is null then j.reason_for_failing end
from jobs j where j.clinic_id = f.clinic_id and j.id = f.job_id;
alter table filings
  alter column facility_id set not null,
  add foreign key (clinic_id, facility_id) references facilities;
create index filings_waiting on filings (clinic_id, facility_id, queued_at, job_id) where state = 'WAITING';
create index filings_failed on filings (clinic_id, facility_id) where state = 'FAILED';
create index filings_newest on filings (clinic_id, queued_at desc, job_id desc);

-- How the EHR of a facility answered lately.
create table ehr_destinations (
  clinic_id uuid not null,
  facility_id uuid not null,
  -- tries in a row that did not succeed
  failures integer not null default 0,
  -- since when it has not answered at all; null: it answered the last try
  silent_since timestamptz,
  -- its notes wait until then
  next_try_at timestamptz,
  last_error text,
  -- when its people were told that it is failing; null: they were not, or it has recovered
  alerted_at timestamptz,
  -- the run of the task that writes its notes now, so that two never do at once
  run_id text,
  run_until timestamptz,
  primary key (clinic_id, facility_id),
  foreign key (clinic_id, facility_id) references facilities
);
call guard_table('ehr_destinations');
