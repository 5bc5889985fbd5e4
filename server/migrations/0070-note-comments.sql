-- What people said of a place in a note: the words it hangs on, and where they stood.
create table note_comments (
  clinic_id uuid not null,
  job_id uuid not null,
  -- made by who comments: sent twice, it is there once
  id uuid not null,
  user_id uuid not null,
  user_type text not null,
  level text check (level in ('LEVEL_1', 'LEVEL_2')),
  comment text not null,
  section_id text not null,
  -- characters of the section before the words
  start integer not null,
  quote text not null,
  before text not null,
  after text not null,
  -- of the recording
  second real,
  created_at timestamptz not null,
  primary key (clinic_id, job_id, id),
  foreign key (clinic_id, job_id) references jobs
);
call guard_table('note_comments');
