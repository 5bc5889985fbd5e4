-- What was put into a note instead of being dictated or typed: how many of its letters came from where.
create table note_insertions (
  clinic_id uuid not null,
  job_id uuid not null,
  -- made by who inserts: sent twice, it is there once
  id uuid not null,
  -- null: the default text of a heading. The phrase may be gone since.
  phrase_id uuid,
  -- null: the conversion
  user_id uuid,
  letters integer not null check (letters >= 0),
  at timestamptz not null,
  -- taken out again in one step
  undone boolean not null default false,
  primary key (clinic_id, job_id, id),
  foreign key (clinic_id, job_id) references jobs
);
call guard_table('note_insertions');
