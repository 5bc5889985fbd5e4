-- What is played of a job: one copy of all kept takes, with a length and exact seeking, and the picture of its loudness.
create table listening_copies (
  clinic_id uuid not null,
  job_id uuid not null,
  blob_id uuid not null,
  mime_type text not null,
  size_bytes bigint not null,
  duration_ms integer not null,
  -- whole numbers 0 to 100, evenly spread
  peaks smallint[] not null,
  made_at timestamptz not null,
  primary key (clinic_id, job_id),
  foreign key (clinic_id, job_id) references jobs
);
call guard_table('listening_copies');
