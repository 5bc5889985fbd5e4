-- What the conversion of a job has found so far: stages with stored results, so that none is done twice.
create table conversions (
  clinic_id uuid not null,
  job_id uuid not null,
  engine text not null,
  audio_ms integer,
  -- stretches of the audio: [{startMs, endMs}]
  segments jsonb,
  -- the written note: sections with the tokens' words
  sections jsonb,
  finished_at timestamptz,
  primary key (clinic_id, job_id),
  foreign key (clinic_id, job_id) references jobs
);
call guard_table('conversions');

create table conversion_segments (
  clinic_id uuid not null,
  job_id uuid not null,
  number integer not null,
  -- the recogniser's words, times in seconds from the beginning of the whole; never changed
  words jsonb not null,
  primary key (clinic_id, job_id, number),
  foreign key (clinic_id, job_id) references conversions
);
call guard_table('conversion_segments');
